import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type {
  CreateWorkspace,
  UpdateWorkspace,
  Workspace,
  WorkspaceBrief,
  WorkspaceSort,
  WorkspaceSummary,
} from "@malamar/contract/workspace.ts";
import type { Actor } from "#domain/actor/actor.ts";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { notFound } from "#lib/app-error.ts";
import type { Clock } from "#lib/clock.ts";
import { expandHome } from "#lib/expand-home.ts";
import { givenFields } from "#lib/given-fields.ts";
import { newId } from "#lib/id.ts";
import { pageOf, windowOf, type Page } from "#lib/page.ts";
import { createDirectoryLook } from "./directory-look.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import { directoryWarning, type RepositoryProblemOf } from "./working-directory.ts";
import type { StoredWorkspace, WorkspaceStore } from "./workspace-store.ts";

interface Deps {
  unit: UnitOfWork;
  workspaceStore: WorkspaceStore;
  settingsService: Pick<SettingsService, "notificationDefaults">;
  /** What a change means for its tasks. */
  applyToTasks: (actor: Actor, before: StoredWorkspace, now: StoredWorkspace) => void;
  /** The files of its tasks are not deleted with it. Part of the unit of work that deletes it. */
  onRemoved: (id: WorkspaceId) => void;
  dataDir: string;
  clock: Clock;
  disk: PatientDisk;
  repositoryProblem: RepositoryProblemOf;
}

type Warned = Parameters<typeof directoryWarning>[0];

export interface WorkspaceQuery extends PageQuery {
  q?: string | undefined;
  sort?: WorkspaceSort | undefined;
}

export function createWorkspaceService(deps: Deps) {
  const { unit, workspaceStore, settingsService, dataDir, clock, repositoryProblem } = deps;
  const look = createDirectoryLook(deps);
  const warn = (workspace: Warned, others: readonly StoredWorkspace[]) =>
    directoryWarning(workspace, { others, dataDir, look, repositoryProblem });

  return {
    list(query: WorkspaceQuery): Page<WorkspaceSummary> {
      const sort = query.sort ?? "-last_activity_at";
      if (!query.q) return pageOf((window) => workspaceStore.list(sort, window), query);
      // SQLite folds the case of ASCII letters only, so titles are compared here.
      const wanted = query.q.toLowerCase();
      const found = workspaceStore
        .list(sort, {})
        .filter((w) => w.title.toLowerCase().includes(wanted));
      return pageOf((window) => windowOf(found, window), query);
    },

    /** Most recently active first. */
    brief: (query: PageQuery): Page<WorkspaceBrief> =>
      pageOf((window) => workspaceStore.brief(window), query),

    get: (id: WorkspaceId): StoredWorkspace => requireWorkspace(workspaceStore, id),

    /** With warnings about its directory, for people. */
    async withWarning(workspace: StoredWorkspace): Promise<Workspace> {
      const others = workspaceStore.withDirectory().filter(({ id }) => id !== workspace.id);
      return { ...workspace, working_directory_warning: await warn(workspace, others) };
    },

    /** What could happen in a directory that no workspace uses yet. */
    warningOf: (path: string): Promise<string | null> =>
      warn(
        { working_directory_mode: "static", working_directory_path: path, base_branch: null },
        workspaceStore.withDirectory(),
      ),

    create(_actor: Actor, input: CreateWorkspace): StoredWorkspace {
      return unit((emit) => {
        const now = clock();
        const workspace = workspaceStore.insert({
          ...settingsService.notificationDefaults(),
          ...givenFields(withHome(input)),
          id: newId(),
          last_activity_at: now,
          created_at: now,
          updated_at: now,
        });
        emit({ type: "workspace.created", ...nameOf(workspace) });
        return workspace;
      });
    },

    update(actor: Actor, id: WorkspaceId, input: UpdateWorkspace): StoredWorkspace {
      return unit((emit) => {
        const now = clock();
        const before = requireWorkspace(workspaceStore, id);
        const given = { ...before, ...givenFields(withHome(input)) };
        const workspace = {
          ...given,
          ...(actor.type === "agent" && notSeenYet(before, given)),
          last_activity_at: now,
          updated_at: now,
        };
        workspaceStore.update(workspace);
        deps.applyToTasks(actor, before, workspace);
        emit({ type: "workspace.updated", ...nameOf(workspace) });
        return workspace;
      });
    },

    remove(_actor: Actor, id: WorkspaceId): void {
      unit((emit) => {
        const workspace = requireWorkspace(workspaceStore, id);
        deps.onRemoved(id);
        workspaceStore.remove(id);
        emit({ type: "workspace.deleted", ...nameOf(workspace) });
      });
    },
  };
}

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;

export function requireWorkspace(workspaceStore: WorkspaceStore, id: WorkspaceId): StoredWorkspace {
  const workspace = workspaceStore.get(id);
  if (!workspace) throw notFound("Workspace");
  return workspace;
}

export function nameOf(workspace: StoredWorkspace) {
  return { workspace_id: workspace.id, workspace_title: workspace.title };
}

/**
 * A person has typed the setup command, and trusts the programs, of the repository that they had
 * before them. An agent that leads their team to another one does not take that along.
 */
function notSeenYet(before: StoredWorkspace, now: StoredWorkspace): Partial<StoredWorkspace> {
  const isSame =
    before.working_directory_mode === now.working_directory_mode &&
    before.working_directory_path === now.working_directory_path;
  if (isSame) return {};
  return {
    trust_repository_programs: false,
    is_setup_on: now.is_setup_on && now.setup_command === null,
  };
}

function withHome<Input extends UpdateWorkspace>(input: Input): Input {
  const path = input.working_directory_path;
  return path ? { ...input, working_directory_path: expandHome(path) } : input;
}
