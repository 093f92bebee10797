import { parseArgs } from "node:util";
import { createScriptControl } from "../scripted-model/control.ts";
import { startScriptedModel, type SeenRequest } from "../scripted-model/model-server.ts";

/**
 * `npm run scripted-model`: a model server with a script instead of a model, see
 * docs/scripted-model.md.
 */
const { values } = parseArgs({ options: { port: { type: "string", default: "8787" } } });
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port ${values.port} is not a port. Give a number from 0 to 65535.`);
  process.exit(1);
}

const { url } = startScriptedModel({
  ...createScriptControl([{ kind: "says", text: "The script says nothing yet." }]),
  port,
  onRequest: (request) => console.log(lineFor(request)),
});
console.log(`The scripted model listens on ${url}. PUT ${url}/script changes what it does.`);

function lineFor({ method, path, protocol, model, authorization }: SeenRequest): string {
  const keys = authorization.length > 0 ? authorization.join(", ") : "no key";
  return [method, path, protocol ?? "no protocol", model ?? "no model", keys].join("  ");
}
