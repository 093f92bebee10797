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

/** A line that somebody ends is ended, as where people comment elsewhere. */
const remarkPlugins = [remarkGfm, remarkBreaks];
const withTaskLinks = [...remarkPlugins, () => linkTaskNumbers];

/** Nothing that loads, runs or submits. HTML in the text is shown as it was written. */
const ALLOWED = [
  ..."a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre section span strong".split(
    " ",
  ),
  ..."sub sup table tbody td th thead tr ul".split(" "),
];

const COMPONENTS: Components = {
  a: OutsideLink,
  // A picture would be fetched from somewhere, and tell them that it was looked at.
  img: ({ src, alt }) => (
    <OutsideLink href={typeof src === "string" ? src : undefined}>
      Image: {alt || "untitled"}
    </OutsideLink>
  ),
  // One level: the place where it is shown has its own outline.
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- it scrolls, and keyboards must reach that; a text may have many, so none is a landmark
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
  /** In the place of those above, for a text of our own. */
  components?: Components;
  /** Where in this page a link of a text of our own leads; null for every other. */
  ownLink?: (url: string) => string | null;
};

/** What people and agents write. It may come from anywhere, so it can only be text with a form. */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { text } = props;
  return <BoundedText text={text} render={(kept) => <BoundMarkdown {...props} text={kept} />} />;
});

/** The same for a text, or the beginning of one, that is known to be within the bounds. */
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
  // Only what the page itself has made of a number begins so: links of a text name their server.
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
