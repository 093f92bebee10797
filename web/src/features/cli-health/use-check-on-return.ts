import { useEffect, useEffectEvent } from "react";
import { useCheckClis } from "./mutations.ts";

/** Users install a CLI in a terminal and come back to this window, so a return checks again. */
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
