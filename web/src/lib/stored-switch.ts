/** A switch stored in this browser and shared by all of its tabs. */
export function createStoredSwitch(key: string, { isOnAtFirst }: { isOnAtFirst: boolean }) {
  const listeners = new Set<() => void>();

  const isOn = (): boolean => {
    try {
      const stored = localStorage.getItem(key);
      return isOnAtFirst ? stored !== "off" : stored === "on";
    } catch {
      return isOnAtFirst;
    }
  };

  const set = (wanted: boolean): void => {
    try {
      localStorage.setItem(key, wanted ? "on" : "off");
    } catch {
      // Without storage the switch keeps its initial state.
    }
    for (const listener of listeners) listener();
  };

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    window.addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", listener);
    };
  };

  return { isOn, set, subscribe };
}
