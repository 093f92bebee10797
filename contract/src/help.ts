import { z } from "zod";

export const HelpSummary = z.object({
  /** The article's name in addresses. */
  slug: z.string(),
  title: z.string(),
  /** One sentence. */
  summary: z.string(),
});
export type HelpSummary = z.infer<typeof HelpSummary>;

export const HelpArticle = HelpSummary.extend({
  /** Markdown. Links to other articles are `their-slug.md`. */
  content: z.string(),
});
export type HelpArticle = z.infer<typeof HelpArticle>;
