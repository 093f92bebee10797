import {
  DELETED_AGENT_NAME,
  SYSTEM_NAME,
  TRIGGER_NAME,
  USER_NAME,
} from "@malamar/contract/author.ts";
import { MALAMAR_AGENT_NAME } from "@malamar/contract/plain/chat.ts";

interface Author {
  /** Gives 'user', 'agent', 'system' or 'trigger'. */
  type: string;
  agentId: string;
}

/** An author's current name, in SQL. The agents are joined as `a`; there is one user. */
export function authorName({ type, agentId }: Author): string {
  return `CASE ${type}
    WHEN 'user' THEN '${USER_NAME}'
    WHEN 'system' THEN '${SYSTEM_NAME}'
    WHEN 'trigger' THEN '${TRIGGER_NAME}'
    ELSE iif(${agentId} IS NULL, '${MALAMAR_AGENT_NAME}', coalesce(a.name, '${DELETED_AGENT_NAME}'))
  END`;
}
