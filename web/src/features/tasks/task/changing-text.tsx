import { useState } from "react";

/** Text with numbers in it. Changes are animated, the initial text is not. */
export function ChangingText({ text }: { text: string }) {
  const [first] = useState(text);
  const [hasChanged, setHasChanged] = useState(false);
  if (!hasChanged && text !== first) setHasChanged(true);
  return (
    <span key={text} className={hasChanged ? "inline-block animate-number-in" : undefined}>
      {text}
    </span>
  );
}
