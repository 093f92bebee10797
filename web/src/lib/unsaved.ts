import { useEffect } from "react";

const unsaved = new Set<symbol>();

/** Says that something typed here would be lost by leaving the page, for as long as it is so. */
export function useUnsaved(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const mark = Symbol("unsaved");
    unsaved.add(mark);
    return () => void unsaved.delete(mark);
  }, [isUnsaved]);
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
