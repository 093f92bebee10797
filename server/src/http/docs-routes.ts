import { Hono } from "hono";
import type { RouterRoute } from "hono/types";
import { describe, type Undescribed } from "./describe.ts";
import { docsPage, docsPolicy } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";

/** The API describes itself: for programs as OpenAPI, for people as a page, both offline. */
export function docsRoutes(routes: () => readonly RouterRoute[], version: string) {
  return new Hono<Undescribed>()
    .get(
      "/api/openapi.json",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "This document",
        success: 200,
        returns: "application/json",
      }),
      (c) => c.json(openApiDocument(routes(), version)),
    )
    .get(
      "/api/docs",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "This document as a page",
        success: 200,
        returns: "text/html",
      }),
      (c) => {
        c.header("Content-Security-Policy", docsPolicy());
        return c.html(docsPage(openApiDocument(routes(), version)));
      },
    );
}
