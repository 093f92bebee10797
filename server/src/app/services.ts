import type { EngineId, WorkspaceId } from "@malamar/contract/ids.ts";
import { openBeside } from "#db/open.ts";
import { createAgentService } from "#domain/agent/agent-service.ts";
import { createChatAnswers } from "#domain/chat/chat-answers.ts";
import { createChatJournal } from "#domain/chat/chat-journal.ts";
import { createChatService, requireChat } from "#domain/chat/chat-service.ts";
import { createRestoredService } from "#domain/settings/restored-service.ts";
import { createRunService } from "#domain/run/run-service.ts";
import { createSessionService } from "#domain/session/session-service.ts";
import { createSettingsService } from "#domain/settings/settings-service.ts";
import { createCommentService } from "#domain/task/comment-service.ts";
import { createPassSteps } from "#domain/task/pass-steps.ts";
import { createRetention } from "#domain/task/retention.ts";
import { createTaskJournal } from "#domain/task/task-journal.ts";
import { createTaskLoop } from "#domain/task/task-loop.ts";
import { createTaskEngines } from "#domain/task/task-engines.ts";
import { createTaskOrder } from "#domain/task/task-order.ts";
import { createTaskQuota } from "#domain/task/task-quota.ts";
import { createTaskService, requireTask } from "#domain/task/task-service.ts";
import { createTaskWaits } from "#domain/task/task-waits.ts";
import { createWorkspaceChanges } from "#domain/task/workspace-changes.ts";
import { createDeleteAgent } from "#domain/team/delete-agent.ts";
import { exportWorkspace } from "#domain/workspace-file/export-workspace.ts";
import { createImportWorkspace } from "#domain/workspace-file/import-workspace.ts";
import { createSampleTeam } from "#domain/team/sample-team.ts";
import { createHome } from "#domain/home/home.ts";
import { createSearch } from "#domain/search/search.ts";
import { createWorkspaceExportStore } from "#domain/workspace-file/workspace-export-store.ts";
import { createDirectories } from "#domain/workspace/directories.ts";
import type { RepositoryProblemOf } from "#domain/workspace/working-directory.ts";
import { createWorkspaceService } from "#domain/workspace/workspace-service.ts";
import { createWorktreeTimes } from "#domain/worktree/worktree-times.ts";
import type { CliHealthMonitor } from "#engines/cli/cli-health.ts";
import type { Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import type { Data } from "./data.ts";

interface Deps {
  data: Data;
  dataDir: string;
  /** Where the database is, for reads through a separate connection. */
  databasePath: string;
  cliHealth: CliHealthMonitor;
  /** What people call an engine. */
  labelOf: (engine: EngineId) => string;
  tempDir: string;
  repositoryProblem: RepositoryProblemOf;
  disk: PatientDisk;
  clock: Clock;
  logger: Logger;
}

/** The rules: what people and agents may do, over the stores. */
export function createServices(deps: Deps) {
  const { data, dataDir, databasePath, cliHealth, tempDir, disk, clock } = deps;
  const { unit, stores } = data;
  const taskOrder = createTaskOrder({ ...stores, unit });
  const base = { ...stores, taskOrder, unit, clock, dataDir, tempDir };
  const settingsService = createSettingsService({ ...base, logger: deps.logger });
  const agentService = createAgentService({ ...base, defaultCli: cliHealth.defaultCli });

  const worktreeTimes = createWorktreeTimes(base);
  const taskJournal = createTaskJournal({
    ...base,
    onMoved: (id, to) => worktreeTimes.taskMoved(id, to),
  });
  const taskDeps = { ...base, taskJournal };
  const applyToTasks = createWorkspaceChanges(taskDeps);
  const workspaceService = createWorkspaceService({
    ...base,
    settingsService,
    applyToTasks,
    repositoryProblem: deps.repositoryProblem,
    onRemoved: (id) => {
      worktreeTimes.workspaceRemoved(id);
      stores.viewedFileStore.forgetTasksOf(id);
    },
    disk,
  });
  const passSteps = createPassSteps(taskDeps);
  const taskWaits = createTaskWaits(taskDeps);
  const taskQuota = createTaskQuota({ ...taskDeps, passSteps, taskWaits });
  const taskEngines = createTaskEngines({ ...taskDeps, taskWaits });
  const taskService = createTaskService({
    ...taskDeps,
    labelOf: deps.labelOf,
    onRemoved: (id) => {
      worktreeTimes.taskRemoved(id);
      stores.viewedFileStore.forget(id);
    },
    isAgentOf: (id, agentId) => stores.agentStore.get(agentId)?.workspace_id === id,
  });
  const { isPaused, isDecided, requireDecided } = settingsService;

  const chatJournal = createChatJournal(base);
  const chatDeps = {
    ...base,
    chatJournal,
    firstHealthyCli: cliHealth.firstHealthy,
    isDecided,
    requireDecided,
  };

  return {
    settingsService,
    restoredService: createRestoredService(base),
    workspaceService,
    directories: createDirectories({ disk, warningOf: workspaceService.warningOf }),
    agentService,
    deleteAgent: createDeleteAgent({ ...base, chatJournal }),
    addSampleTeam: createSampleTeam({ unit, workspaceService, agentService }),
    taskService,
    commentService: createCommentService(taskDeps),
    taskJournal,
    worktreeTimes,
    taskQuota,
    taskEngines,
    taskWaits,
    isPaused,
    taskLoop: createTaskLoop({
      ...taskDeps,
      passSteps,
      taskQuota,
      taskEngines,
      taskWaits,
      isPaused,
    }),
    retention: createRetention(base),
    chatService: createChatService(chatDeps),
    chatJournal,
    chatAnswers: createChatAnswers(chatDeps),
    runService: createRunService({
      runStore: stores.runStore,
      requireTask: (id) => requireTask(stores.taskStore, id),
      requireChat: (id) => requireChat(stores.chatStore, id),
    }),
    search: createSearch(base),
    readHome: createHome({ ...base, taskService }),
    sessionService: createSessionService(base),
    importWorkspace: createImportWorkspace(base),
    exportWorkspace(id: WorkspaceId) {
      // It opens the file at that path, which must be the database that everyone else reads.
      data.watch.requireWritable();
      return exportWorkspace(createWorkspaceExportStore(openBeside(databasePath)), id, clock());
    },
  };
}

export type Services = ReturnType<typeof createServices>;
