import { z } from "zod";
import { ChatOutput } from "@malamar/contract/chat.ts";
import type { Action } from "#actions/action.ts";
import { actionsOf } from "#actions/registry.ts";
import { answerForm } from "./answer-form.ts";

/** What an answer in a chat looks like: an agent with fewer rights sees fewer actions. */
export const MALAMAR_ANSWER = chatAnswer(actionsOf(true));
export const AGENT_ANSWER = chatAnswer(actionsOf(false));

function chatAnswer(actions: readonly Action[]) {
  return answerForm({
    schema: ChatOutput,
    written: () =>
      z.object({
        message: z.string().nullable(),
        actions: z.array(z.union(actions.map(writtenForm))).nullable(),
      }),
    whole: "it must be an object with a message, and actions if there are any",
  });
}

/** Every field has to be written; null for an unused one. */
function writtenForm({ type, fields }: Action) {
  const written = Object.entries(fields.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodOptional ? z.nullable(field.unwrap()) : field,
  ]);
  return z.object({ type: z.literal(type), ...Object.fromEntries(written) });
}
