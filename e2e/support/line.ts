import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/**
 * A line to a server for a page that only reads. It can be cut and restored while both ends keep
 * running.
 */
export async function createLine(port: number) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((asked, answer) => {
    // The server accepts only its own port as its host.
    const headers = { ...asked.headers, host: `127.0.0.1:${port}` };
    const far = request({ port, path: asked.url, method: asked.method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.on("error", () => answer.destroy()).pipe(answer);
    });
    far.on("error", () => answer.destroy());
    answer.on("close", () => far.destroy());
    asked.pipe(far);
  });
  server.on("connection", (socket: Socket) => {
    if (isCut) socket.destroy();
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
  const { port: ownPort } = server.address() as AddressInfo;
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${ownPort}`,
    cut,
    mend: () => void (isCut = false),
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
