import { USER_NAME } from "@malamar/contract/author.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { User, Via } from "#domain/actor/actor.ts";

/** What a principal may do in a place; each right includes the ones before it. */
export type Right = "see" | "work" | "manage" | "admin";

/** A workspace, or all of Malamar. */
export type Place = WorkspaceId | "installation";

/**
 * Who is asking, as far as access checks know. An admin may do everything, and is never looked up.
 */
export type Principal = { id: string; name: string } & (
  | { role: "admin" }
  | {
      role: "member";
      /** null: they may not know that the place exists. */
      rightIn: (place: Place) => Right | null;
    }
);

/** The id of the only user. */
export const USER_ID = "000000000000000000000";

/** Without logins, everyone is this user. */
export const ONE_USER: Principal = { id: USER_ID, name: USER_NAME, role: "admin" };

/** Whose session it is; null for an unknown user. */
export function principalOf(userId: string): Principal | null {
  return userId === ONE_USER.id ? ONE_USER : null;
}

/** Someone who has not shown who they are. */
export const NOBODY: Principal = { id: "", name: "", role: "member", rightIn: () => null };

export function userActor({ id, name }: Principal, via: Via): User {
  return { type: "user", id, name, via };
}
