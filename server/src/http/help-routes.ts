import { HelpArticle, HelpSummary } from "@malamar/contract/help.ts";
import { Hono } from "hono";
import { z } from "zod";
import { ARTICLES } from "#knowledge/articles.ts";
import { AppError } from "#lib/app-error.ts";
import { describe, type Undescribed } from "./describe.ts";

const SUMMARIES: HelpSummary[] = ARTICLES.map(({ content: _, ...summary }) => summary);

export function helpRoutes() {
  return new Hono<Undescribed>()
    .get(
      "/api/help",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "List the help articles in reading order",
        success: 200,
        returns: z.array(HelpSummary),
      }),
      (c) => c.json(SUMMARIES, 200),
    )
    .get(
      "/api/help/:slug",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "Read a help article",
        success: 200,
        returns: HelpArticle,
      }),
      (c) => {
        const article = ARTICLES.find(({ slug }) => slug === c.req.param("slug"));
        if (article) return c.json(article, 200);
        throw new AppError(
          "NOT_FOUND",
          "There is no such help article. GET /api/help lists all of them.",
        );
      },
    );
}
