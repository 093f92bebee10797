import { useEffect, useState } from "react";
import { NoCliGuide } from "#features/cli-health/no-cli-guide.tsx";
import { hasNoCli } from "#features/cli-health/no-cli.logic.ts";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { TryDemoButton } from "#features/demo-team/try-demo-button.tsx";

/** Help for a machine without a CLI. */
export function FirstSteps({ hasDemo }: { hasDemo: boolean }) {
  const { data: health } = useCliHealth();
  if (health === undefined || !hasNoCli(health)) return null;
  return <NoCliGuide health={health} demoButton={hasDemo ? null : <TryDemoButton />} />;
}

/** Right after Malamar has started, a CLI's check may hang. The page waits no longer than this. */
const PATIENCE_MS = 1000;

/** Whether the page may be rendered: a banner that arrives later would push it down. */
export function useIsHealthKnown(): boolean {
  const { data: health, error } = useCliHealth();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return health !== undefined || error !== null || isOver;
}
