import { FileQuestionMark } from "lucide-react";
import { Link } from "react-router";
import { EmptyState } from "#components/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Page } from "#components/page.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";

type NotFoundPageProps = {
  /** What the address would have shown, if known. */
  what?: "workspace" | "article";
};

export function NotFoundPage({ what }: NotFoundPageProps) {
  useDocumentTitle("Not found");
  return (
    <Page>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={FileQuestionMark}
        title={what === undefined ? "There is nothing here" : `This ${what} does not exist`}
        text="It was deleted, or the address is wrong."
      >
        <Button asChild variant="primary">
          <Link to="/">Go to workspaces</Link>
        </Button>
      </EmptyState>
    </Page>
  );
}
