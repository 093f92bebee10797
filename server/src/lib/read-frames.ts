export interface Frame {
  id: string;
  event: string;
  data: unknown;
}

/** Reads server-sent events one by one; comments are skipped. */
export function readFrames(response: Response) {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let buffer = "";

  async function next(): Promise<Frame> {
    for (;;) {
      const end = buffer.indexOf("\n\n");
      if (end === -1) {
        const { value, done } = await reader.read();
        if (done) throw new Error("The stream ended");
        buffer += decoder.decode(value, { stream: true });
        continue;
      }
      const frame = parse(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (frame) return frame;
    }
  }

  return { next, [Symbol.asyncDispose]: () => reader.cancel() };
}

function parse(block: string): Frame | null {
  const fields = new Map(
    block
      .split("\n")
      .filter((line) => !line.startsWith(":"))
      .map((line) => {
        const colon = line.indexOf(": ");
        return [line.slice(0, colon), line.slice(colon + 2)] as const;
      }),
  );
  const event = fields.get("event");
  if (event === undefined) return null;
  return { id: fields.get("id") ?? "", event, data: JSON.parse(fields.get("data") ?? "null") };
}
