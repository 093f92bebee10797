import { useState } from "react";

/** Words with figures in them: a change is seen to happen. What is there from the beginning stands still. */
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
