import { useEffect, useEffectEvent } from "react";
import { useCheckClis } from "./mutations.ts";

/** Somebody who installs a CLI in a terminal comes back to this window: then it is looked for again. */
export function useCheckOnReturn(): boolean {
  const { mutate, isPending } = useCheckClis();
  const check = useEffectEvent(() => {
    if (!isPending) mutate({ deep: false });
  });
  useEffect(() => {
    const look = () => check();
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, []);
  return isPending;
}
