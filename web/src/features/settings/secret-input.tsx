import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import { CodeInput } from "#components/ui/input.tsx";

/** Typed text is hidden until the user reveals it. A stored secret is never sent to the page. */
export function SecretInput({ className, ...props }: ComponentProps<"input">) {
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="flex items-center gap-1">
      <CodeInput
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        className={className}
        {...props}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Show what you typed"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </span>
  );
}
