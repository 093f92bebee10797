export function run([port]: readonly string[]): void {
  Bun.serve({
    hostname: "127.0.0.1",
    port: Number(port),
    fetch: () => new Response("hello"),
  });
}
