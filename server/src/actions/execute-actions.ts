import type { ChatActionRecord, ChatOutput } from "@malamar/contract/chat.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { AppError } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import type { ActionContext, ActionServices, Done } from "./action.ts";
import { ACTIONS } from "./registry.ts";

interface Deps extends ActionServices {
  unit: UnitOfWork;
  logger: Logger;
}

type Asked = NonNullable<ChatOutput["actions"]>[number];

/** More than any answer that makes sense; a model that has lost its way stops here. */
const MOST_ACTIONS = 100;

/**
 * The one place where what an agent asks for in a chat is done: in order, each on its own. Answers
 * with what came of each, and with the failures as the person reads them.
 */
export function createActions({ unit, logger, ...services }: Deps) {
  return (asked: readonly Asked[], context: ActionContext) => {
    const failures: string[] = [];
    const records = asked.map((action, at): ChatActionRecord => {
      const result = attempt(action, at, context);
      if (result.status === "failed")
        failures.push(`Action failed: ${action.type} - ${result.text}`);
      const { chat, actor } = context;
      logger.info("An agent asked for an action", {
        chat_id: chat.id,
        agent: actor.type === "agent" ? actor.name : null,
        action: action.type,
        status: result.status,
      });
      return { ...action, result };
    });
    return { records, failures };
  };

  function attempt(action: Asked, at: number, context: ActionContext): ChatActionRecord["result"] {
    try {
      if (at >= MOST_ACTIONS) {
        throw new AppError(
          "CONFLICT",
          `only the first ${MOST_ACTIONS} actions of an answer are done`,
        );
      }
      return resultOf(
        unit.part(() => requireAllowed(action, context).perform(action, context, services)),
      );
    } catch (error) {
      // Anything else is trouble of ours, and the whole answer is tried again or lost with it.
      if (!(error instanceof AppError)) throw error;
      return { status: "failed", text: error.message, task_id: null, agent_id: null };
    }
  }
}

export type ExecuteActions = ReturnType<typeof createActions>;

function requireAllowed({ type }: Asked, { chat }: ActionContext) {
  const action = ACTIONS.find((known) => known.type === type);
  if (!action) throw new AppError("NOT_FOUND", "there is no such action");
  if (action.isForEveryone || chat.agent_id === null) return action;
  throw new AppError("FORBIDDEN", "only the Malamar agent may do this");
}

function resultOf(done: Done | null): ChatActionRecord["result"] {
  if (!done) {
    return { status: "ignored", text: "Did not count any more", task_id: null, agent_id: null };
  }
  return {
    status: "done",
    text: done.text,
    task_id: done.task_id ?? null,
    agent_id: done.agent_id ?? null,
  };
}
