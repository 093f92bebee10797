import type { AgentId, ChatId, RunId, TaskId } from "@malamar/contract/ids.ts";
import { PageQuery } from "@malamar/contract/page.ts";
import { InputPreviewQuery, Run, TranscriptQuery } from "@malamar/contract/run.ts";
import { MAX_TRANSCRIPT_PAGE } from "@malamar/contract/plain/run.ts";
import { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { RunService } from "#domain/run/run-service.ts";
import { AppError } from "#lib/app-error.ts";
import type { PreviewInput } from "#loop/preview-input.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import type { RunStreams } from "./run-stream.ts";
import { sendPage } from "./send-page.ts";
import type { RequireStreamPlace } from "./stream-limit.ts";
import { query } from "./validate.ts";

/** A browser's own reconnect sends a header; a page that opens a new stream has only the address. */
const ResumeQuery = z.object({ last_event_id: z.string().optional() });

interface Deps {
  runService: RunService;
  transcripts: Pick<Transcripts, "read" | "readLast" | "inputOf">;
  previewInput: PreviewInput;
  runStreams: RunStreams;
  requireStreamPlace: RequireStreamPlace;
}

/** A stored input is sent as is, byte for byte. */
const MARKDOWN = { "Content-Type": "text/markdown; charset=utf-8" };

const NO_INPUT =
  "The input of this run is not stored: the run is older than stored inputs, it never started, or the disk was full.";

export function runRoutes(deps: Deps) {
  const { runService, transcripts, previewInput, runStreams, requireStreamPlace } = deps;
  return new Hono<Undescribed>()
    .get(
      "/api/tasks/:id/runs",
      describe({
        permit: { need: "see", of: "task" },
        summary: "List the runs of a task, the oldest first",
        success: 200,
        returns: z.array(Run),
      }),
      query(PageQuery),
      (c) => sendPage(c, runService.listByTask(idOf<TaskId>(c), c.req.valid("query"))),
    )
    .get(
      "/api/chats/:id/runs",
      describe({
        permit: { need: "see", of: "chat" },
        summary: "List the runs of a chat, the oldest first",
        success: 200,
        returns: z.array(Run),
      }),
      query(PageQuery),
      (c) => sendPage(c, runService.listByChat(idOf<ChatId>(c), c.req.valid("query"))),
    )
    .get(
      "/api/runs/:id",
      describe({
        permit: { need: "see", of: "run" },
        summary: "Read a run",
        success: 200,
        returns: Run,
      }),
      (c) => c.json(runService.get(idOf<RunId>(c)), 200),
    )
    .get(
      "/api/runs/:id/input",
      describe({
        permit: { need: "see", of: "run" },
        summary: "The complete input that the agent of a run was given",
        success: 200,
        returns: "text/markdown",
      }),
      async (c) => {
        const input = await transcripts.inputOf(runService.get(idOf<RunId>(c)).id);
        if (!input) throw new AppError("NOT_FOUND", NO_INPUT);
        return c.body(input.stream(), 200, MARKDOWN);
      },
    )
    .get(
      "/api/agents/:id/input",
      describe({
        permit: { need: "see", of: "agent" },
        summary:
          "Preview what the next run of an agent would be given to read, on this task or on the newest open one, without starting a run",
        success: 200,
        returns: "text/markdown",
      }),
      query(InputPreviewQuery),
      (c) => c.body(previewInput(idOf<AgentId>(c), c.req.valid("query").task_id), 200, MARKDOWN),
    )
    .get(
      "/api/runs/:id/transcript",
      describe({
        permit: { need: "see", of: "run" },
        summary:
          "The events of a run: a page after a position, where an empty page is the end, or the last events",
        success: 200,
        returns: z.array(TranscriptEvent),
      }),
      query(TranscriptQuery),
      async (c) => {
        const { id } = runService.get(idOf<RunId>(c));
        const { last, after = 0, limit = MAX_TRANSCRIPT_PAGE } = c.req.valid("query");
        const lines = await (last === undefined
          ? transcripts.read(id, { after, limit })
          : transcripts.readLast(id, last));
        // Each line is JSON already.
        return c.body(`[${lines.join(",")}]`, 200, { "Content-Type": "application/json" });
      },
    )
    .get(
      "/api/runs/:id/stream",
      describe({
        permit: { need: "see", of: "run" },
        summary:
          "The events of a run as they happen, continuing after Last-Event-ID; 204 when it is over and nothing is left to send",
        success: 200,
        returns: "text/event-stream",
      }),
      query(ResumeQuery),
      async (c) => {
        const { id } = runService.get(idOf<RunId>(c));
        if (c.req.method === "HEAD") {
          return c.body(null, 200, { "Content-Type": "text/event-stream" });
        }
        requireStreamPlace();
        c.env.limitIdle(0);
        return runStreams.open({
          runId: id,
          isRunning: () => runService.isRunning(id),
          lastEventId: c.req.header("last-event-id") ?? c.req.valid("query").last_event_id,
          sessionId: c.env.sessionId,
          requestId: c.env.requestId,
        });
      },
    );
}
