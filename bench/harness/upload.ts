import { within } from "./time-limit.ts";

const CHUNK = Buffer.alloc(1024 * 1024, "an attachment\r\n--");
const UPLOAD_MS = 180_000;

/** Uploads one file of this many MB as a browser's form does, as fast as the server takes it. */
export async function upload(port: number, path: string, megabytes: number): Promise<void> {
  const start = Buffer.from(
    '--bench\r\nContent-Disposition: form-data; name="files"; filename="file"\r\n\r\n',
  );
  const end = Buffer.from("\r\n--bench--\r\n");
  const length = start.length + megabytes * CHUNK.length + end.length;
  const head = Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${length}\r\n` +
      "Content-Type: multipart/form-data; boundary=bench\r\n\r\n",
  );
  const pieces = piecesOf([head, start], megabytes, end);
  let rest: Buffer = pieces.next().value!;
  const { promise: answer, resolve, reject } = Promise.withResolvers<string>();
  const write = (socket: { write: (bytes: Buffer) => number }) => {
    for (;;) {
      rest = rest.subarray(socket.write(rest));
      if (rest.length > 0) return;
      const next = pieces.next();
      if (next.done) return;
      rest = next.value;
    }
  };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: write,
      drain: write,
      data: (_socket, bytes) => resolve(bytes.toString("latin1")),
      close: () => reject(new Error("The server hung up.")),
    },
  });
  const said = await within(UPLOAD_MS, "an upload", answer);
  socket.end();
  if (!said.startsWith("HTTP/1.1 201 ")) throw new Error(`The server answered ${said}`);
}

function* piecesOf(first: Buffer[], megabytes: number, last: Buffer): Generator<Buffer, undefined> {
  yield* first;
  for (let at = 0; at < megabytes; at++) yield CHUNK;
  yield last;
}
