import { DELETED_AGENT_NAME, SYSTEM_NAME, USER_NAME } from "@malamar/contract/author.ts";
import { MALAMAR_AGENT_NAME } from "@malamar/contract/plain/chat.ts";
import { AppError } from "#lib/app-error.ts";

/** The other authors in comments, chats and logs: no agent may look like them. */
const OTHER_AUTHORS = [MALAMAR_AGENT_NAME, USER_NAME, SYSTEM_NAME, DELETED_AGENT_NAME];

function isReserved(name: string): boolean {
  const plain = name.trim().toLowerCase();
  return OTHER_AUTHORS.some((author) => author.toLowerCase() === plain);
}

export function requireUnreservedName(name: string): void {
  if (!isReserved(name)) return;
  throw new AppError(
    "VALIDATION_ERROR",
    `name: must not be '${name}', which means someone else in comments and chats`,
  );
}

/** The name itself, or a similar one that no agent of the team has. */
export function unreservedName(name: string, team: readonly string[]): string {
  if (!isReserved(name)) return name;
  const free = (number: number): string => {
    const wanted = number === 1 ? `${name} (agent)` : `${name} (agent ${number})`;
    return team.includes(wanted) ? free(number + 1) : wanted;
  };
  return free(1);
}
