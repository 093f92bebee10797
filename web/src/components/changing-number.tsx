import { useState } from "react";

/** A number that is animated when it changes, but not when it first appears. */
export function ChangingNumber({ value }: { value: number }) {
  const [shown, setShown] = useState({ value, changes: 0 });
  if (shown.value !== value) setShown({ value, changes: shown.changes + 1 });
  return (
    <span
      key={shown.changes}
      className={shown.changes > 0 ? "inline-block animate-number-in" : "inline-block"}
    >
      {value.toLocaleString()}
    </span>
  );
}
