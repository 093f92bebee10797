import { z } from "zod";
import { TaskOutput } from "@malamar/contract/action.ts";
import type { JsonSchema } from "#engines/engine.ts";

/**
 * What an agent's answer on a task looks like, for CLIs that hold their model to a schema. Providers
 * take only a part of JSON schema: every property required and no others, unions as anyOf, and no
 * rules about the text itself, which the contract checks in any case.
 */
export const TASK_ANSWER_SCHEMA: JsonSchema = withoutDialect(
  z.toJSONSchema(TaskOutput, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === "object") jsonSchema.additionalProperties = false;
      if (jsonSchema.oneOf) {
        jsonSchema.anyOf = jsonSchema.oneOf;
        delete jsonSchema.oneOf;
      }
      delete jsonSchema.minLength;
      delete jsonSchema.pattern;
    },
  }),
);

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
