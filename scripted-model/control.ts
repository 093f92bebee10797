import { z } from "zod";
import { describeIssues } from "@malamar/server/lib/describe-issues.ts";
import { Answer, type Mind } from "./mind.ts";
import { parseJson } from "./read-request.ts";
import { followSteps } from "./steps.ts";

const Script = z.array(Answer).min(1);

/** A mind whose steps are set from outside: `PUT /script` with a list of answers. */
export function createScriptControl(steps: readonly Answer[]) {
  let mind = followSteps(steps);

  async function replaceScript(request: Request): Promise<Response> {
    if (request.method !== "PUT") return refuse(405, "Send the script with PUT.");
    const body = parseJson(await request.text());
    const parsed = Script.safeParse(body, { reportInput: true });
    if (!parsed.success) {
      return refuse(
        400,
        describeIssues(parsed.error.issues, "The script must be a list of at least one answer"),
      );
    }
    mind = followSteps(parsed.data);
    return Response.json({ steps: parsed.data.length });
  }

  return {
    mind: ((conversation) => mind(conversation)) satisfies Mind,
    control: (request: Request): Promise<Response> | null => {
      const { pathname, hostname } = new URL(request.url);
      if (pathname !== "/script") return null;
      // CLIs run what is in a script: no web page may write one through a rebound host name.
      if (!LOOPBACK.has(hostname)) return Promise.resolve(refuse(403, `Not as ${hostname}.`));
      return replaceScript(request);
    },
  };
}

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost"]);

function refuse(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status });
}
