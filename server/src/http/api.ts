import type { SessionId } from "@malamar/contract/ids.ts";
import { Hono } from "hono";
import type { Actor } from "#domain/actor/actor.ts";
import type { AgentService } from "#domain/agent/agent-service.ts";
import type { ChatService } from "#domain/chat/chat-service.ts";
import type { RunService } from "#domain/run/run-service.ts";
import type { SessionService } from "#domain/session/session-service.ts";
import type { RestoredService } from "#domain/settings/restored-service.ts";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import type { CommentService } from "#domain/task/comment-service.ts";
import type { TaskService } from "#domain/task/task-service.ts";
import type { DeleteAgent } from "#domain/team/delete-agent.ts";
import type { AddSampleTeam } from "#domain/team/sample-team.ts";
import type { ReadHome } from "#domain/home/home.ts";
import type { Search } from "#domain/search/search.ts";
import type { Directories } from "#domain/workspace/directories.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import type { CliHealthMonitor } from "#engines/cli/cli-health.ts";
import { AppError } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import type { Attachments } from "#uploads/attachments.ts";
import type { PreviewInput } from "#loop/preview-input.ts";
import type { Demo } from "#loop/demo.ts";
import type { DeletedTexts } from "#loop/deleted-texts.ts";
import type { ChangeTasks } from "#loop/change-tasks.ts";
import type { TaskMoves } from "#loop/move-tasks.ts";
import type { StopFirst } from "#loop/stop-first.ts";
import type { ChangesService } from "#repository/changes.ts";
import type { CheckpointList } from "#repository/checkpoint-list.ts";
import type { KeptWorkService } from "#repository/kept-work.ts";
import type { Looks } from "#repository/looks.ts";
import type { Restore } from "#repository/restore.ts";
import type { SendReviewNow } from "#repository/review.ts";
import type { SetupTrials } from "#repository/setup-trials.ts";
import type { WorktreeList } from "#repository/worktree-list.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import type { AccessPolicy } from "./access.ts";
import { agentRoutes } from "./agent-routes.ts";
import { AnsweringRouter } from "./answering-router.ts";
import { attachmentRoutes } from "./attachment-routes.ts";
import { changesRoutes } from "./changes-routes.ts";
import { chatRoutes } from "./chat-routes.ts";
import { checkpointRoutes } from "./checkpoint-routes.ts";
import { commentRoutes } from "./comment-routes.ts";
import { databaseRoutes, type WatchedDatabase } from "./database-routes.ts";
import { demoRoutes } from "./demo-routes.ts";
import { directoryRoutes } from "./directory-routes.ts";
import { docsRoutes } from "./docs-routes.ts";
import { errorResponse } from "./error-response.ts";
import type { EventPlace } from "./event-place.ts";
import { eventRoutes } from "./event-routes.ts";
import type { EventStream } from "./event-stream.ts";
import { healthRoutes } from "./health-routes.ts";
import { helpRoutes } from "./help-routes.ts";
import { homeRoutes } from "./home-routes.ts";
import { createPermitCheck, type RequirePermit } from "./permit.ts";
import type { Principal } from "./principal.ts";
import { repositoryRoutes, type ReadRepository } from "./repository-routes.ts";
import { restoredRoutes } from "./restored-routes.ts";
import { runRoutes } from "./run-routes.ts";
import type { RunStreams } from "./run-stream.ts";
import type { Session } from "./session.ts";
import { searchRoutes } from "./search-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { settingsRoutes, type SendTest } from "./settings-routes.ts";
import { setupRoutes } from "./setup-routes.ts";
import type { SetupTrialStreams } from "./setup-trial-stream.ts";
import type { RequireStreamPlace } from "./stream-limit.ts";
import { taskRoutes } from "./task-routes.ts";
import { workspaceFileRoutes, type WorkspaceFileDeps } from "./workspace-file-routes.ts";
import { workspaceRoutes } from "./workspace-routes.ts";
import { worktreeRoutes } from "./worktree-routes.ts";

/** What the server knows about a request besides the request itself. */
export interface RequestEnv {
  Bindings: {
    principal: Principal;
    /** The session they came in with, if any. */
    sessionId: SessionId | null;
    /** The id of this request in the answer and in the log. */
    requestId: string;
    /** The client's address. It costs a kernel call, so it is only read where it matters. */
    address: () => string;
    /** How many seconds this connection may be silent; 0 is forever. */
    limitIdle: (seconds: number) => void;
  };
}

export interface ApiDeps extends WorkspaceFileDeps {
  workspaceService: WorkspaceService;
  agentService: AgentService;
  deleteAgent: DeleteAgent;
  addSampleTeam: AddSampleTeam;
  taskService: TaskService;
  commentService: CommentService;
  chatService: ChatService;
  attachments: Attachments;
  runService: RunService;
  stopFirst: StopFirst;
  taskMoves: TaskMoves;
  changeTasks: ChangeTasks;
  demo: Demo;
  transcripts: Transcripts;
  deletedTexts: DeletedTexts;
  previewInput: PreviewInput;
  search: Search;
  readHome: ReadHome;
  directories: Directories;
  readRepository: ReadRepository;
  checkpointList: CheckpointList;
  restore: Pick<Restore, "restore">;
  changes: ChangesService;
  looks: Looks;
  sendReview: SendReviewNow;
  setupTrials: Pick<SetupTrials, "begin">;
  setupTrialStreams: SetupTrialStreams;
  worktreeList: WorktreeList;
  keptWork: KeptWorkService;
  settingsService: SettingsService;
  restoredService: RestoredService;
  database: WatchedDatabase;
  sendTest: SendTest;
  cliHealth: CliHealthMonitor;
  /** Lets tasks that wait for an engine try again. */
  tryEngines: (actor: Actor) => void;
  events: EventStream;
  runStreams: RunStreams;
  requireStreamPlace: RequireStreamPlace;
  session: Session;
  sessionService: SessionService;
  policy: AccessPolicy;
  version: string;
  logger: Logger;
}

export function createApi(deps: ApiDeps) {
  const requirePermit = createPermitCheck({
    workspace: (id) => id,
    agent: (id) => deps.agentService.get(id).workspace_id,
    task: (id) => deps.taskService.get(id).workspace_id,
    comment: (id) => deps.commentService.get(id).workspace_id,
    chat: (id) => deps.chatService.get(id).workspace_id,
    run: (id) => deps.runService.get(id).workspace_id,
    worktree: (id) => deps.worktreeList.get(id).workspace_id,
    kept: (id) => deps.keptWork.get(id).workspace_id,
  });
  const requireAll: RequirePermit = (permit, c) => {
    requirePermit(permit, c);
    if (["GET", "HEAD"].includes(c.req.method) || permit.need === "anyone") return;
    if (!permit.evenUnstored) deps.database.requireWritable();
  };
  const requirePlace = ({ workspace_id, task_id, chat_id }: EventPlace) => {
    if (workspace_id !== undefined) deps.workspaceService.get(workspace_id);
    if (task_id !== undefined) deps.taskService.get(task_id);
    if (chat_id !== undefined) deps.chatService.get(chat_id);
  };
  const api = new Hono<RequestEnv>({ router: new AnsweringRouter(requireAll) })
    .route("/", workspaceRoutes(deps.workspaceService, deps.stopFirst))
    .route("/", workspaceFileRoutes(deps))
    .route("/", agentRoutes(deps.agentService, deps.deleteAgent, deps.addSampleTeam))
    .route("/", taskRoutes(deps.taskService, deps.taskMoves, deps.stopFirst, deps.changeTasks))
    .route("/", commentRoutes(deps.commentService, deps.deletedTexts))
    .route("/", chatRoutes(deps.chatService, deps.stopFirst, deps.cliHealth))
    .route("/", attachmentRoutes(deps.attachments))
    .route("/", runRoutes(deps))
    .route("/", settingsRoutes(deps.settingsService, deps.sendTest))
    .route("/", restoredRoutes(deps.restoredService))
    .route("/", databaseRoutes(deps.database))
    .route("/", healthRoutes(deps))
    .route("/", helpRoutes())
    .route("/", searchRoutes(deps.search))
    .route("/", homeRoutes(deps.readHome))
    .route("/", directoryRoutes(deps.directories))
    .route("/", repositoryRoutes(deps.readRepository))
    .route("/", setupRoutes(deps))
    .route("/", checkpointRoutes(deps))
    .route("/", changesRoutes(deps))
    .route("/", worktreeRoutes(deps))
    .route("/", demoRoutes(deps.demo))
    .route("/", sessionRoutes(deps.session, deps.sessionService, deps.policy))
    .route("/", eventRoutes({ ...deps, requirePlace }));
  api.route(
    "/",
    docsRoutes(() => api.routes, deps.version),
  );
  api.notFound((c) => {
    const error = new AppError("NOT_FOUND", `There is no ${c.req.method} ${c.req.path}`);
    return errorResponse(error, deps.logger, c.env.requestId);
  });
  api.onError((error, c) => errorResponse(deps.database.note(error), deps.logger, c.env.requestId));
  return api;
}

/** Everything a typed client needs to know. */
export type Api = ReturnType<typeof createApi>;
