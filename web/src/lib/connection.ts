import { createContext, use } from "react";

export type Connection = {
  /** No event stream for longer than a moment: the shown data may be old, and writes would fail. */
  isOffline: boolean;
  /** The server's version differs from the first one this page has seen. */
  isUpdated: boolean;
};

export const ConnectionContext = createContext<Connection>({ isOffline: false, isUpdated: false });

export function useConnection(): Connection {
  return use(ConnectionContext);
}
