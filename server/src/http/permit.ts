import type {
  AgentId,
  ChatId,
  CommentId,
  KeptWorkId,
  RunId,
  TaskId,
  WorkspaceId,
  WorktreeId,
} from "@malamar/contract/ids.ts";
import type { Context } from "hono";
import { AppError, notFound } from "#lib/app-error.ts";
import type { RequestEnv } from "./api.ts";
import type { Place, Principal, Right } from "./principal.ts";

interface Ids {
  workspace: WorkspaceId;
  agent: AgentId;
  task: TaskId;
  comment: CommentId;
  chat: ChatId;
  run: RunId;
  worktree: WorktreeId;
  kept: KeptWorkId;
}

/** What a route needs, and what the id in its path belongs to, which leads to the workspace. */
export type Permit =
  | {
      need: Right;
      of: keyof Ids | "installation";
      /**
       * Works even while nothing can be stored: it saves data, or ends something that costs money.
       */
      evenUnstored?: true;
    }
  /** Anyone who passed the access checks. */
  | { need: "anyone"; of: "installation" };

/** The workspace of each; throws if it does not exist. */
export type WorkspaceOf = { readonly [Of in keyof Ids]: (id: Ids[Of]) => WorkspaceId };

export type RequirePermit = (permit: Permit, c: Context<RequestEnv>) => void;

/** The one check for all routes. */
export function createPermitCheck(workspaceOf: WorkspaceOf): RequirePermit {
  return ({ need, of }, c) =>
    authorize(c.env.principal, need, {
      noun: NOUNS[of],
      place: () => placeOf(of, c.req.param("id")),
    });

  function placeOf(of: Permit["of"], id: string | undefined): Place {
    if (of === "installation") return of;
    if (id === undefined) throw new Error(`A path without an id leads to no ${of}`);
    // The brand of an id only exists for the compiler.
    return (workspaceOf[of] as (id: string) => WorkspaceId)(id);
  }
}

interface Scope {
  noun: string;
  /** Only called for those who may not do everything: it reads the database. */
  place: () => Place;
}

/** Refuses what is not allowed; a place they may not know about looks as if it did not exist. */
export function authorize(principal: Principal, need: Permit["need"], scope: Scope): void {
  if (need === "anyone" || principal.role === "admin") return;
  const place = scope.place();
  const right = principal.rightIn(place);
  if (right === null && place !== "installation") throw notFound(scope.noun);
  if (right === null || !GRANTS[right].includes(need)) throw forbidden(need, place);
}

const GRANTS: Readonly<Record<Right, readonly Right[]>> = {
  see: ["see"],
  work: ["see", "work"],
  manage: ["see", "work", "manage"],
  admin: ["see", "work", "manage", "admin"],
};

const NOUNS: Readonly<Record<Permit["of"], string>> = {
  workspace: "Workspace",
  agent: "Agent",
  task: "Task",
  comment: "Comment",
  chat: "Chat",
  run: "Run",
  worktree: "Worktree",
  kept: "Kept work",
  installation: "Installation",
};

const IN_WORDS: Readonly<Record<Right, string>> = {
  see: "see",
  work: "work in",
  manage: "manage",
  admin: "administer",
};

function forbidden(need: Right, place: Place): AppError {
  const [where, who] =
    place === "installation" ? ["all of Malamar", "an admin"] : ["this workspace", "its owner"];
  return new AppError(
    "FORBIDDEN",
    `You need the right to ${IN_WORDS[need]} ${where} for this. Ask ${who} for it.`,
  );
}
