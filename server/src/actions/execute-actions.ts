import type { ChatActionRecord, ChatOutput } from "@malamar/contract/chat.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { AppError } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import { isDeeperThan } from "#lib/nesting.ts";
import { shortened } from "#lib/shortened.ts";
import type { Action, ActionContext, ActionServices, Done } from "./action.ts";
import { ACTIONS, MOST_CHAT_ACTIONS } from "./registry.ts";

interface Deps extends ActionServices {
  unit: UnitOfWork;
  logger: Logger;
}

type Asked = NonNullable<ChatOutput["actions"]>[number];
type Result = ChatActionRecord["result"];

/** Deeper than any action; what is stored must also be read again. */
const DEEPEST = 10;
const LONGEST_TYPE = 100;

/**
 * The one place where an agent's requests in a chat are carried out: in order, each separately.
 * Returns the result of each, and the failures as the person reads them.
 */
export function createActions({ unit, logger, ...services }: Deps) {
  return (asked: readonly Asked[], context: ActionContext) => {
    const records = asked.slice(0, MOST_CHAT_ACTIONS).map((action) => recorded(action, context));
    const failures = records
      .filter(({ result }) => result.status === "failed")
      .map(({ type, result }) => `Action failed: ${type} - ${result.text}`);
    const surplus = asked.length - records.length;
    if (surplus > 0) {
      failures.push(
        `Action failed: ${surplus} more - only the first ${MOST_CHAT_ACTIONS} actions of an answer are carried out`,
      );
    }
    return { records, failures };
  };

  function recorded(asked: Asked, context: ActionContext): ChatActionRecord {
    const action = ACTIONS.find(({ type }) => type === asked.type);
    const isSound = action !== undefined && !isDeeperThan(asked, DEEPEST);
    const result = attempt(() => {
      if (!action) throw new AppError("NOT_FOUND", "there is no such action");
      if (!isSound) throw new AppError("VALIDATION_ERROR", "it is nested too deeply");
      requireAllowed(action, context);
      return unit.part(() => action.perform(asked, context, services));
    });
    // The type may be any text, so it must be cut to a single line.
    const type = shortened(asked.type.replaceAll(/\s+/g, " "), LONGEST_TYPE);
    const { chat, actor } = context;
    logger.info("An agent asked for an action", {
      chat_id: chat.id,
      agent: actor.type === "agent" ? actor.name : null,
      action: type,
      status: result.status,
    });
    return isSound ? { ...asked, result } : { type, result };
  }
}

export type ExecuteActions = ReturnType<typeof createActions>;

function attempt(perform: () => Done | null): Result {
  try {
    return resultOf(perform());
  } catch (error) {
    // Anything else is our own failure: the whole answer is retried or lost with it.
    if (!(error instanceof AppError)) throw error;
    return { status: "failed", text: shortened(error.message), task_id: null, agent_id: null };
  }
}

function requireAllowed({ isForEveryone }: Action, { chat }: ActionContext): void {
  if (isForEveryone || chat.agent_id === null) return;
  throw new AppError("FORBIDDEN", "only the Malamar agent may do this");
}

function resultOf(done: Done | null): Result {
  if (!done) {
    return { status: "ignored", text: "Ignored here", task_id: null, agent_id: null };
  }
  return {
    status: "done",
    text: shortened(done.text),
    task_id: done.task_id ?? null,
    agent_id: done.agent_id ?? null,
  };
}
