import { FileQuestionMark } from "lucide-react";
import { Link } from "react-router";
import { EmptyState } from "#components/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Page } from "#components/page.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";

export function NotFoundPage() {
  useDocumentTitle("Not found");
  return (
    <Page>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={FileQuestionMark}
        title="There is nothing here"
        text="The address is wrong, or what was here has been deleted."
      >
        <Button asChild variant="primary">
          <Link to="/">Go to workspaces</Link>
        </Button>
      </EmptyState>
    </Page>
  );
}
