import { createContext, type ReactNode } from "react";

/** Extra actions for a row, besides its own. */
export const RowActions = createContext<ReactNode>(null);
