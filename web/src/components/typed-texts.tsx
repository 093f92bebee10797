import { CopyButton } from "./copy-button.tsx";
import { Textarea } from "./ui/input.tsx";

/** What the user wrote for something that has been deleted since. */
export function TypedTexts({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section aria-label="What you typed" className="space-y-3">
      <h3 className="font-semibold">What you typed was not saved. Copy what you need.</h3>
      {texts.map((text) => (
        <div key={text} className="space-y-1.5">
          <Textarea readOnly aria-label="Text that was not saved" value={text} />
          <CopyButton text={text} label="Copy text" />
        </div>
      ))}
    </section>
  );
}
