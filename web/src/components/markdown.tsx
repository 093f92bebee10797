import { memo, use, type ComponentProps } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import { Link } from "react-router";
import remarkBreaks from "remark-breaks";
import remarkGfm from "remark-gfm";
import { cn } from "#lib/cn.ts";
import { safeLink } from "#lib/safe-link.logic.ts";
import { BoundedText } from "./bounded-text.tsx";
import { useCodeColours } from "./code-colours.ts";
import { linkTaskNumbers, taskPath } from "./task-links.logic.ts";
import { TaskLinks } from "./task-links.ts";

/** Line breaks are kept, as in other comment fields. */
const remarkPlugins = [remarkGfm, remarkBreaks];
const withTaskLinks = [...remarkPlugins, () => linkTaskNumbers];

/** No elements that load, run or submit anything. HTML in the text is shown as source. */
const ALLOWED = [
  ..."a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre section span strong".split(
    " ",
  ),
  ..."sub sup table tbody td th thead tr ul".split(" "),
];

const COMPONENTS: Components = {
  a: OutsideLink,
  // Fetching an image would tell its server that someone looked at it.
  img: ({ src, alt }) => (
    <OutsideLink href={typeof src === "string" ? src : undefined}>
      Image: {alt || "untitled"}
    </OutsideLink>
  ),
  // One heading level: the page has its own outline.
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- it scrolls, so keyboards must reach it; a text may have many tables, so none is a landmark
    <div role="group" aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked}
      readOnly
      disabled
      aria-label={checked ? "Done" : "Open"}
    />
  ),
};

type MarkdownProps = {
  text: string;
  className?: string;
  /** Replaces the components above, for texts that ship with Malamar. */
  components?: Components;
  /** The path within this page for a link of a text that ships with Malamar, or null. */
  ownLink?: (url: string) => string | null;
};

/** Renders what people and agents write. The source is untrusted: only formatted text comes out. */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { text } = props;
  return <BoundedText text={text} render={(kept) => <BoundMarkdown {...props} text={kept} />} />;
});

/** The same for a text, or its beginning, that is known to be within the bounds. */
export const BoundMarkdown = memo(function BoundMarkdown(props: MarkdownProps) {
  const { text, className, components, ownLink } = props;
  const workspacePath = use(TaskLinks);
  const rehypePlugins = useCodeColours(text);
  if (text === "") return null;
  const pathOf = (url: string) =>
    ownLink?.(url) ?? (workspacePath === null ? null : taskPath(url, workspacePath));
  return (
    <div dir="auto" className={cn("markdown", className)}>
      <ReactMarkdown
        remarkPlugins={workspacePath === null ? remarkPlugins : withTaskLinks}
        rehypePlugins={rehypePlugins}
        allowedElements={ALLOWED}
        unwrapDisallowed
        urlTransform={(url) => pathOf(url) ?? safeLink(url) ?? ""}
        components={components === undefined ? COMPONENTS : { ...COMPONENTS, ...components }}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

export function OutsideLink({ href, children }: Pick<ComponentProps<"a">, "href" | "children">) {
  if (!href) return <span>{children}</span>;
  // Only links made from task numbers start like this: links in a text name their server.
  if (href.startsWith("/workspaces/")) return <Link to={href}>{children}</Link>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Heading({ children }: ComponentProps<"h4">) {
  return <h4>{children}</h4>;
}
