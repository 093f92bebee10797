import { compressed, isCompressible } from "./compressed.ts";

type Ask = (request: Request) => Response | Promise<Response>;

/**
 * The answer to a HEAD says what one to a GET would, including its length and encoding, so the body
 * is made and dropped. Streams and downloads recognise a HEAD and do no work for it.
 */
export async function headAnswer(request: Request, ask: Ask): Promise<Response> {
  const answered = await ask(request);
  if (!answered.ok || !isCompressible(answered.headers)) return answered;
  const get = new Request(request, { method: "GET" });
  const whole = await compressed(get, await ask(get));
  const { status, headers } = whole;
  const { length } = await whole.bytes();
  // Bun keeps a length that is set by hand, and would not compute one itself.
  headers.set("Content-Length", String(length));
  return new Response(null, { status, headers });
}
