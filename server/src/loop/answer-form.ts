import { z } from "zod";
import { TaskOutput } from "@malamar/contract/action.ts";
import type { AnswerForm, JsonSchema } from "#engines/engine.ts";
import { describeIssues } from "#lib/describe-issues.ts";

interface Form<Answer> {
  schema: z.ZodType<Answer>;
  /** The same for models that can enforce a schema. */
  written: () => z.ZodType;
  /** What is wrong with an answer that is invalid as a whole. */
  whole: string;
}

export function answerForm<Answer>({ schema, written, whole }: Form<Answer>): AnswerForm<Answer> {
  let jsonSchema: JsonSchema | null = null;
  return {
    // Made for the first run: a start should not wait for it.
    get jsonSchema() {
      return (jsonSchema ??= providerSchema(written()));
    },
    read: (value) => {
      const parsed = schema.safeParse(value, { reportInput: true });
      if (parsed.success) return { answer: parsed.data };
      return { problem: describeIssues(parsed.error.issues, whole) };
    },
  };
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

export const TASK_ANSWER = answerForm({
  schema: TaskOutput,
  written: () => TaskOutput,
  whole: "it must be an object with actions",
});

/**
 * Providers support only part of JSON schema: every property required and no others, unions as
 * anyOf, and no rules about the values themselves, which the contract checks in any case. So
 * optional fields may be null.
 */
function providerSchema(schema: z.ZodType): JsonSchema {
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
