import { Hono } from "hono";
import { z } from "zod";
import type { RequestEnv } from "#http/api.ts";
import { attachmentRoutes } from "#http/attachment-routes.ts";
import { createRequestHandler, listen } from "#http/http-server.ts";
import { createSession } from "#http/session.ts";
import { createWebAssets } from "#http/web-assets.ts";
import { createLogger } from "#lib/logger.ts";
import { createAttachments } from "#runner/attachments.ts";
import { endWithParent, tellParent } from "./parent-process.ts";

/** Malamar's door and its route for attachments, with any chat there. */
endWithParent();
const tempDir = process.argv[2];
if (tempDir === undefined) throw new Error("A folder.");

const attachments = createAttachments({
  tempDir,
  maxUploadMb: 0,
  requireChat: () => {},
  noteUpload: (_id, path) => ({ message: `User has uploaded ${path}` }),
});
const message = z.object({ message: z.string() });
const policy = { host: "127.0.0.1", port: 0, allowedHosts: [], trustProxy: false };
const handle = await createRequestHandler({
  api: new Hono<RequestEnv>().route("/", attachmentRoutes(attachments, message)),
  assets: createWebAssets(tempDir),
  session: createSession({ token: null, installationId: "bench" }),
  policy: () => policy,
  logger: createLogger({ level: "warn", format: "text" }),
});
const { port } = listen(handle, policy.host, 0);
policy.port = port;
tellParent(port);
