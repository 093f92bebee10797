import { createContext, use } from "react";

export type Connection = {
  /** No stream of events for longer than a blink: what is shown may be old, and writes would fail. */
  isOffline: boolean;
  /** The server is another version than the first one this page heard of. */
  isUpdated: boolean;
};

export const ConnectionContext = createContext<Connection>({ isOffline: false, isUpdated: false });

export function useConnection(): Connection {
  return use(ConnectionContext);
}
