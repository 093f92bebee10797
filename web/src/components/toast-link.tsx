import type { ReactNode } from "react";
import { Link } from "react-router";

type ToastLinkProps = { to: string; title: string; onClick: () => void; children?: ReactNode };

/** The title of a toast that links somewhere. The whole toast is clickable except its X. */
export function ToastLink({ to, title, onClick, children }: ToastLinkProps) {
  return (
    <Link
      to={to}
      draggable={false}
      onClick={onClick}
      className="block outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-primary"
    >
      <span className="block font-semibold">{title}</span>
      {children}
    </Link>
  );
}
