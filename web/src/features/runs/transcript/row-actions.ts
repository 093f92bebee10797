import { createContext, type ReactNode } from "react";

/** What can be done with a row where it stands, besides what it offers itself. */
export const RowActions = createContext<ReactNode>(null);
