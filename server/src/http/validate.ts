import type { MiddlewareHandler } from "hono";
import type { z } from "zod";
import { AppError, messageOf } from "#lib/app-error.ts";
import { describeIssues } from "#lib/describe-issues.ts";
import { MAX_JSON_BYTES, tooLarge } from "./access.ts";
import { INPUT } from "./describe.ts";

type Target = "json" | "query";
type Validator<Where extends Target, Schema extends z.ZodType> = MiddlewareHandler<
  object,
  string,
  { in: Record<Where, z.input<Schema>>; out: Record<Where, z.output<Schema>> }
>;

/**
 * Reads the body as JSON and checks it; the handler finds it under `c.req.valid("json")`. A body
 * with its own file format is read by the code that knows the format.
 */
export function jsonBody<Schema extends z.ZodType>(
  schema: Schema,
  read = (text: string): object => parse(schema, parseJson(text)),
): Validator<"json", Schema> {
  const middleware: Validator<"json", Schema> = async (c, next) => {
    c.req.addValidatedData("json", read(await readText(c.req.raw)));
    return next();
  };
  return Object.assign(middleware, { [INPUT]: { where: "json", schema } });
}

/** The same for an optional body; a missing one counts as an empty object. */
export function optionalJsonBody<Schema extends z.ZodType>(
  schema: Schema,
): Validator<"json", Schema> {
  const middleware: Validator<"json", Schema> = async (c, next) => {
    const text = await readBody(c.req.raw);
    c.req.addValidatedData("json", parse(schema, text.trim() === "" ? {} : parseJson(text)));
    return next();
  };
  return Object.assign(middleware, { [INPUT]: { where: "json", schema, isOptional: true } });
}

/** Checks the query string; the handler finds it under `c.req.valid("query")`. */
export function query<Schema extends z.ZodObject>(schema: Schema): Validator<"query", Schema> {
  const none = schema.safeParse({});
  const middleware: Validator<"query", Schema> = (c, next) => {
    // Most requests have no query at all; this makes a list of a hundred rows an eighth faster.
    const isPlain = none.success && !c.req.url.includes("?");
    c.req.addValidatedData("query", isPlain ? none.data : parse(schema, c.req.query()));
    return next();
  };
  return Object.assign(middleware, { [INPUT]: { where: "query", schema } });
}

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): object {
  const result = schema.safeParse(input, { reportInput: true });
  // Every schema used here describes an object.
  if (result.success) return result.data as object;
  throw new AppError(
    "VALIDATION_ERROR",
    describeIssues(result.error.issues, "The body must be a JSON object"),
  );
}

async function readText(request: Request): Promise<string> {
  const text = await readBody(request);
  if (text.trim() === "") throw new AppError("VALIDATION_ERROR", "The body is empty; send JSON.");
  return text;
}

function readBody(request: Request): Promise<string> {
  return receive(request).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    // The client hung up, or sent something that is not HTTP: not our bug.
    throw new AppError("VALIDATION_ERROR", `The body cannot be read: ${messageOf(error)}`);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("VALIDATION_ERROR", `The body is not valid JSON: ${messageOf(error)}`);
  }
}

async function receive(request: Request): Promise<string> {
  // A declared length was already checked, and the server reads no more than that.
  if (request.headers.has("content-length") || !request.body) return request.text();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_JSON_BYTES) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
