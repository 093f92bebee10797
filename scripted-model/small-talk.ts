import { z } from "zod";
import { saying, type Reply } from "./reply.ts";

/** For the side questions of CLIs: titles, topics, which model to use. */
export function smallTalk(schema: unknown): Reply {
  return saying(schema === undefined ? "Scripted" : JSON.stringify(smallestValue(schema)));
}

const SchemaNode = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});

/** A value that fits a JSON schema, as far as CLIs use it; Gemini writes the types in capitals. */
export function smallestValue(schema: unknown): unknown {
  const { data: node } = SchemaNode.safeParse(schema);
  if (!node) return {};
  if (node.enum) return node.enum[0];
  const simple = SIMPLE_VALUES.get(node.type?.toLowerCase() ?? "object");
  if (simple !== undefined) return typeof simple === "number" ? (node.minimum ?? simple) : simple;
  return Object.fromEntries(
    Object.entries(node.properties ?? {}).map(([name, part]) => [name, smallestValue(part)]),
  );
}

const SIMPLE_VALUES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["string", "scripted"],
  ["number", 1],
  ["integer", 1],
  ["boolean", false],
  ["array", []],
]);
