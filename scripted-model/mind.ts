import { z } from "zod";

export type Protocol = "anthropic" | "responses" | "chat" | "gemini";

export interface Conversation {
  protocol: Protocol;
  model: string;
  /** The last thing the user said, without system reminders. */
  prompt: string;
  /** What the tools answered since then, oldest first, as text. */
  results: readonly string[];
  /** Names of the offered tools. */
  tools: readonly string[];
}

/** Sent before the words or the tool call of the same answer. */
const aside = { thinking: z.string().optional() };
const besideCall = { ...aside, text: z.string().optional() };

/** Strict: a script with a misspelt field is refused instead of doing something else. */
export const Answer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("says"), text: z.string(), ...aside }),
  /** Through whichever shell tool is offered. */
  z.strictObject({ kind: z.literal("runs"), command: z.string(), ...besideCall }),
  /** Through a file tool where one is offered, else through the shell. */
  z.strictObject({ kind: z.literal("reads"), path: z.string(), ...besideCall }),
  z.strictObject({
    kind: z.literal("writes"),
    path: z.string(),
    content: z.string(),
    ...besideCall,
  }),
  z.strictObject({
    kind: z.literal("calls"),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    ...besideCall,
  }),
  /** A structured answer: the tool StructuredOutput where it is offered, else the JSON as text. */
  z.strictObject({ kind: z.literal("returns"), value: z.unknown() }),
  z.strictObject({
    kind: z.literal("fails"),
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.number().positive().optional(),
    message: z.string().optional(),
    /** Replaces the error in the protocol's own form. */
    body: z.unknown().optional(),
  }),
  /** Accepts, never answers. */
  z.strictObject({ kind: z.literal("hangs") }),
  /** Begins the answer, then the connection breaks. */
  z.strictObject({ kind: z.literal("cuts") }),
  /** Closes the connection at once. */
  z.strictObject({ kind: z.literal("drops") }),
]);
export type Answer = z.infer<typeof Answer>;
export type Failure = Extract<Answer, { kind: "fails" }>;

export type Mind = (conversation: Conversation) => Answer | Promise<Answer>;
