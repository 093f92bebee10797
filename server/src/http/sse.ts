/** Below the half minute after which proxies take a silent connection for a dead one. */
export const HEARTBEAT_MS = 15_000;

/**
 * How long to wait before reconnecting, and a first heartbeat: some proxies hold back an empty
 * answer.
 */
export const STREAM_START = "retry: 3000\n:ok\n\n";

/** A comment: it keeps the connection alive and is not an event. */
export const HEARTBEAT = ":\n\n";

export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  // Otherwise proxies would collect events before they pass them on.
  "X-Accel-Buffering": "no",
};
