import { z } from "zod";
import { TaskOutput } from "@malamar/contract/action.ts";
import type { JsonSchema } from "#engines/engine.ts";

/** What an answer has to look like. */
export interface AnswerForm<Answer> {
  schema: z.ZodType<Answer>;
  /** The same for CLIs that hold their model to a schema. */
  jsonSchema: JsonSchema;
  /** What is wrong with an answer that is wrong as such. */
  whole: string;
}

const VALUE_RULES = [
  "minLength",
  "maxLength",
  "maxItems",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
] as const;

/**
 * Providers take only a part of JSON schema: every property required and no others, unions as anyOf,
 * and no rules about the values themselves, which the contract checks in any case. What may be left
 * out may therefore be null.
 */
export function providerSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === "object") jsonSchema.additionalProperties = false;
      if (jsonSchema.type === "object" && jsonSchema.properties) {
        jsonSchema.required = Object.keys(jsonSchema.properties);
      }
      if (jsonSchema.oneOf) {
        jsonSchema.anyOf = jsonSchema.oneOf;
        delete jsonSchema.oneOf;
      }
      for (const rule of VALUE_RULES) delete jsonSchema[rule];
    },
  });
  return rest;
}

export const TASK_ANSWER: AnswerForm<TaskOutput> = {
  schema: TaskOutput,
  jsonSchema: providerSchema(TaskOutput),
  whole: "it must be an object with actions",
};
