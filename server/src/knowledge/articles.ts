import type { HelpArticle } from "@malamar/contract/help.ts";
import chats from "./articles/chats.md" with { type: "text" };
import clisAndModels from "./articles/clis-and-models.md" with { type: "text" };
import concepts from "./articles/concepts.md" with { type: "text" };
import repositories from "./articles/repositories.md" with { type: "text" };
import safety from "./articles/safety.md" with { type: "text" };
import teamOperations from "./articles/team-operations.md" with { type: "text" };
import teamResearch from "./articles/team-research.md" with { type: "text" };
import teamSoftware from "./articles/team-software.md" with { type: "text" };
import teamWriting from "./articles/team-writing.md" with { type: "text" };
import troubleshooting from "./articles/troubleshooting.md" with { type: "text" };
import workspaceSettings from "./articles/workspace-settings.md" with { type: "text" };
import writingInstructions from "./articles/writing-instructions.md" with { type: "text" };

/** Listed one by one, so that the bundler finds them; in reading order. */
export const ARTICLES: readonly HelpArticle[] = [
  article("concepts", concepts),
  article("writing-instructions", writingInstructions),
  article("team-software", teamSoftware),
  article("team-writing", teamWriting),
  article("team-research", teamResearch),
  article("team-operations", teamOperations),
  article("clis-and-models", clisAndModels),
  article("workspace-settings", workspaceSettings),
  article("repositories", repositories),
  article("chats", chats),
  article("troubleshooting", troubleshooting),
  article("safety", safety),
];

/** Each begins with its title and one paragraph that sums it up. */
function article(slug: string, content: string): HelpArticle {
  const [, title, summary] = /^# (.+)\n\n(.+)\n/.exec(content) ?? [];
  if (!title || !summary) throw new Error(`The article ${slug} lacks a title or a summary.`);
  return { slug, title, summary, content };
}
