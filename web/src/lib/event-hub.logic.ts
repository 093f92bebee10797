import { StreamEvent } from "@malamar/contract/event.ts";
import { z } from "zod";

const Hello = StreamEvent.options[0];
export type Hello = z.infer<typeof Hello>;
export type TranscriptFrame = Extract<StreamEvent, { type: "run.transcript" }>;

/**
 * What the tabs of one browser tell each other. After an update tabs of two versions are open at once,
 * so frames travel unread, and a tab says which types of events it wants to hear of.
 */
const TabMessage = z.discriminatedUnion("kind", [
  /** The leading tab passes on what the server said. */
  z.object({
    kind: z.literal("frame"),
    id: z.string().nullable(),
    type: z.string(),
    data: z.string(),
  }),
  /** The leading tab says how it stands with the server. */
  z.object({
    kind: z.literal("status"),
    isOnline: z.boolean(),
    lastId: z.string().nullable(),
    hello: Hello.nullable(),
  }),
  /** There is a new leader: it does not know yet what the others want to hear of. */
  z.object({ kind: z.literal("leading") }),
  /** Another tab wants the status, these types, and a new attempt if the leader is only waiting. */
  z.object({ kind: z.literal("ask"), types: z.array(z.string()).readonly() }),
]);
export type TabMessage = z.infer<typeof TabMessage>;

/** Null for what another version of this page sends and we do not understand. */
export function readTabMessage(data: unknown): TabMessage | null {
  const message = TabMessage.safeParse(data);
  return message.success ? message.data : null;
}
