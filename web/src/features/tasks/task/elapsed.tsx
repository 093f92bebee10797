import { useEffect, useState } from "react";
import { useConnection } from "#lib/connection.ts";
import { duration } from "#lib/format.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** "12 s", "3 min": the time since the start. It renders only when the text changes. */
export function Elapsed({ since }: { since: string }) {
  const start = Date.parse(since);
  const [now, setNow] = useState(() => Date.now());
  const { isOffline } = useConnection();
  useEffect(() => {
    // Offline, it is unknown whether the run continues.
    if (isOffline) return undefined;
    const unit = now - start < MINUTE ? SECOND : MINUTE;
    const timer = setTimeout(() => setNow(Date.now()), unit - ((now - start) % unit));
    return () => clearTimeout(timer);
  }, [now, start, isOffline]);
  return <span className="whitespace-nowrap tabular-nums">{duration(now - start)}</span>;
}
