import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { AgentId } from "@malamar/contract/ids.ts";
import type { DirectoryLook } from "./directory-look.ts";
import type { StoredWorkspace } from "./workspace-store.ts";

/** Where agents work: the user's directory, or their own. null if a static workspace names none. */
export function workingDirectoryOf(workspace: StoredWorkspace, own: string | null): string | null {
  return workspace.working_directory_mode === "static" ? workspace.working_directory_path : own;
}

/**
 * The Malamar agent is not part of a team and works on no project: its chats have their own
 * directory. Others talk about the person's repository itself, unless it is bare: there are no files
 * in it.
 */
export function chatPlace(workspace: StoredWorkspace, agentId: AgentId | null): StoredWorkspace {
  const { working_directory_mode: mode, working_directory_path: path } = workspace;
  if (agentId === null) return { ...workspace, working_directory_mode: "temp" };
  if (mode !== "git") return workspace;
  const isBare = path !== null && isBareRepository(path);
  return { ...workspace, working_directory_mode: isBare ? "temp" : "static" };
}

function isBareRepository(path: string): boolean {
  const has = (name: string) => existsSync(join(path, name));
  return has("HEAD") && has("objects") && has("refs") && !has(".git");
}

interface Surroundings {
  /** The other workspaces that use a directory of the user's. */
  others: readonly StoredWorkspace[];
  dataDir: string;
  look: DirectoryLook;
  /** Why no task could work in the repository at a path; null if one could. */
  repositoryProblem: RepositoryProblemOf;
}

export type RepositoryProblemOf = (
  path: string,
  baseBranch: string | null,
) => Promise<string | null>;

/**
 * What can happen in the directory that a workspace names; null if there is nothing to say. It is
 * never an error: a missing one may appear later, and the rest is the user's decision.
 */
export async function directoryWarning(
  workspace: Pick<
    StoredWorkspace,
    "working_directory_mode" | "working_directory_path" | "base_branch"
  >,
  { others, dataDir, look, repositoryProblem }: Surroundings,
): Promise<string | null> {
  const { working_directory_mode: mode, working_directory_path: path } = workspace;
  if (mode === "temp") return null;
  if (path === null) return "No directory is set. Agents cannot start until you set one.";
  const found = await look(path);
  if ("problem" in found) return found.problem;
  if (mode === "git") {
    const problem = await repositoryProblem(path, workspace.base_branch);
    return problem === null ? null : `Agents cannot start: ${problem}.`;
  }
  const [home, data, ...theirs] = await Promise.all(
    [homedir(), dataDir, ...others.map((other) => other.working_directory_path)].map(realPathOf),
  );
  const warnings = [
    reach(path, found.real, home),
    data && nearData({ path, real: found.real, dataDir, data }),
    sharedDirectory(others.filter((_, at) => theirs[at] === found.real)),
  ].filter((warning) => typeof warning === "string");
  return warnings.length === 0 ? null : warnings.join(" ");

  async function realPathOf(other: string | null): Promise<string | null> {
    const place = other === null ? null : await look(other);
    return place && "real" in place ? place.real : null;
  }
}

function sharedDirectory(sharing: readonly StoredWorkspace[]): string | null {
  const other = sharing.find(({ working_directory_mode: mode }) => mode === "static");
  if (other) {
    return `The workspace “${other.title}” works in the same directory. Each team sees and changes the other's files, and their runs wait for each other.`;
  }
  const [first] = sharing;
  if (!first) return null;
  return `The workspace “${first.title}” uses the same repository. Its tasks have their own files; its chats work in this directory.`;
}

function reach(path: string, real: string, home: string | null | undefined): string | null {
  if (real === "/") {
    return `${path} is the whole file system. An agent there can change or delete anything that you can.`;
  }
  if (real !== home) return null;
  return `${path} is your home directory. An agent there can change or delete all your files, keys and settings included. Choose a project instead.`;
}

interface NearData {
  path: string;
  real: string;
  dataDir: string;
  /** Its real path. */
  data: string;
}

function nearData({ path, real, dataDir, data }: NearData): string | null {
  const what = "An agent there can damage your tasks and settings.";
  if (within(data, real)) return `${path} holds Malamar’s own data (${dataDir}). ${what}`;
  if (within(real, data)) return `${path} is inside Malamar’s own data (${dataDir}). ${what}`;
  return null;
}

function within(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}
