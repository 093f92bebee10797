import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { openBeside } from "#db/open.ts";
import { createAgentService } from "#domain/agent/agent-service.ts";
import { createChatAnswers } from "#domain/chat/chat-answers.ts";
import { createChatJournal } from "#domain/chat/chat-journal.ts";
import { createChatService, requireChat } from "#domain/chat/chat-service.ts";
import { createRunService } from "#domain/run/run-service.ts";
import { createSettingsService } from "#domain/settings/settings-service.ts";
import { createPassSteps } from "#domain/task/pass-steps.ts";
import { createRetention } from "#domain/task/retention.ts";
import { createTaskJournal } from "#domain/task/task-journal.ts";
import { createTaskLoop } from "#domain/task/task-loop.ts";
import { createTaskQuota } from "#domain/task/task-quota.ts";
import { createTaskService, requireTask } from "#domain/task/task-service.ts";
import { createDeleteAgent } from "#domain/team/delete-agent.ts";
import { exportWorkspace } from "#domain/workspace-file/export-workspace.ts";
import { createImportWorkspace } from "#domain/workspace-file/import-workspace.ts";
import { createSampleTeam } from "#domain/team/sample-team.ts";
import { createSearch } from "#domain/search/search.ts";
import { createWorkspaceExportStore } from "#domain/workspace-file/workspace-export-store.ts";
import { createWorkspaceService } from "#domain/workspace/workspace-service.ts";
import type { CliHealthMonitor } from "#engines/health.ts";
import type { Clock } from "#lib/clock.ts";
import type { Data } from "./data.ts";

interface Deps {
  data: Data;
  /** Where the database is, for what reads beside everybody else. */
  databasePath: string;
  cliHealth: CliHealthMonitor;
  tempDir: string;
  clock: Clock;
}

/** The rules: what people and agents may do, over the stores. */
export function createServices({ data, databasePath, cliHealth, tempDir, clock }: Deps) {
  const { unit, stores } = data;
  const base = { ...stores, unit, clock, tempDir };
  const settingsService = createSettingsService(base);
  const workspaceService = createWorkspaceService({ ...base, settingsService });
  const agentService = createAgentService({ ...base, defaultCli: cliHealth.defaultCli });

  const taskJournal = createTaskJournal(base);
  const taskDeps = { ...base, taskJournal };
  const steps = createPassSteps(taskDeps);
  const taskQuota = createTaskQuota({ ...taskDeps, steps });

  const chatJournal = createChatJournal(base);
  const chatDeps = { ...base, chatJournal, firstHealthyCli: cliHealth.firstHealthy };

  return {
    settingsService,
    workspaceService,
    agentService,
    deleteAgent: createDeleteAgent({ ...base, chatJournal }),
    addSampleTeam: createSampleTeam({ unit, workspaceService, agentService }),
    taskService: createTaskService(taskDeps),
    taskJournal,
    taskQuota,
    taskLoop: createTaskLoop({ ...taskDeps, steps, taskQuota }),
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
    importWorkspace: createImportWorkspace(base),
    exportWorkspace: (id: WorkspaceId) =>
      exportWorkspace(createWorkspaceExportStore(openBeside(databasePath)), id, clock()),
  };
}

export type Services = ReturnType<typeof createServices>;
