import { USER_NAME } from "@malamar/contract/author.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { User, Via } from "#domain/actor/actor.ts";

/** What somebody may do in a place; each right has those before it in it. */
export type Right = "see" | "work" | "manage" | "admin";

/** A workspace, or all of Malamar. */
export type Place = WorkspaceId | "installation";

/** Who asks, as far as the door knows. An admin may do everything, and is never looked up. */
export type Principal = { id: string; name: string } & (
  | { role: "admin" }
  | {
      role: "member";
      /** null: the place is not theirs to know of. */
      rightIn: (place: Place) => Right | null;
    }
);

/** The id of the one user there is. */
export const USER_ID = "000000000000000000000";

/** Where nobody logs in as somebody, everybody is this user. */
export const ONE_USER: Principal = { id: USER_ID, name: USER_NAME, role: "admin" };

/** Whom a session belongs to; null for a user whom nobody knows. */
export function principalOf(userId: string): Principal | null {
  return userId === ONE_USER.id ? ONE_USER : null;
}

/** Somebody who has not shown who they are. */
export const NOBODY: Principal = { id: "", name: "", role: "member", rightIn: () => null };

export function userActor({ id, name }: Principal, via: Via): User {
  return { type: "user", id, name, via };
}
