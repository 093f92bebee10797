import { Check, Copy } from "lucide-react";
import { useRef, useState, type ComponentProps, type ReactNode } from "react";
import type { Components, ExtraProps } from "react-markdown";
import { Link } from "react-router";
import { Markdown, OutsideLink } from "#components/markdown.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#lib/copy-text.ts";
import { anchorOf, articleLink } from "./article.logic.ts";

/** An article has its own outline, links to other articles, and examples to copy. */
const components: Components = {
  a: ArticleLink,
  h2: ({ node, children }) => <h2 id={anchorOf(textOf(node))}>{children}</h2>,
  h3: ({ node, children }) => <h3 id={anchorOf(textOf(node))}>{children}</h3>,
  pre: Example,
};

export function ArticleText({ text }: { text: string }) {
  return <Markdown text={text} className="article" components={components} ownLink={articleLink} />;
}

function ArticleLink({ href, children }: ComponentProps<"a">) {
  if (href?.startsWith("/")) return <Link to={href}>{children}</Link>;
  return <OutsideLink href={href}>{children}</OutsideLink>;
}

/** The kind of an example, by the language of its fence. */
const KINDS: Readonly<Record<string, string>> = {
  "language-markdown": "Instruction",
  "language-json": "Answer",
};

/** Most examples are there to be copied. */
function Example({ node, children }: ExtraProps & { children?: ReactNode }) {
  const text = useRef<HTMLPreElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(text.current?.textContent.trimEnd() ?? ""));
  return (
    <figure className="rounded-md border bg-surface">
      <figcaption className="flex h-9 items-center justify-between gap-2 border-b pr-1 pl-3 text-sm font-medium text-muted">
        {KINDS[languageOf(node)] ?? "Example"}
        <Button
          variant="ghost"
          size="small"
          onClick={() => void copy()}
          onBlur={() => setIsCopied(false)}
        >
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
        </Button>
      </figcaption>
      <pre ref={text}>{children}</pre>
    </figure>
  );
}

function languageOf(node: Node): string {
  const code = node?.type === "element" ? node.children[0] : undefined;
  const names = code?.type === "element" ? code.properties["className"] : undefined;
  return String(names).match(/language-\w+/)?.[0] ?? "";
}

type Node = ExtraProps["node"] | NonNullable<ExtraProps["node"]>["children"][number];

function textOf(node: Node): string {
  if (node?.type === "text") return node.value;
  return node?.type === "element" ? node.children.map(textOf).join("") : "";
}
