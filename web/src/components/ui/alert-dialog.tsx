import { AlertDialog as AlertDialogPrimitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import {
  focusFirstField,
  overlayClass,
  panelClass,
  returnFocus,
  type FocusReturn,
} from "./dialog-parts.ts";

export const AlertDialog = AlertDialogPrimitive.Root;
export const AlertDialogCancel = AlertDialogPrimitive.Cancel;

type AlertDialogContentProps = Omit<ComponentProps<typeof AlertDialogPrimitive.Content>, "title"> &
  FocusReturn & { title: string; description: ReactNode };

export function AlertDialogContent({
  className,
  children,
  title,
  description,
  returnFocusTo,
  ...props
}: AlertDialogContentProps) {
  return (
    <AlertDialogPrimitive.Portal>
      <AlertDialogPrimitive.Overlay data-slot="alert-dialog-overlay" className={overlayClass} />
      <AlertDialogPrimitive.Content
        data-slot="alert-dialog-content"
        className={cn(
          panelClass,
          "h-fit max-h-[85dvh] w-[calc(100%-2rem)] gap-4 overflow-y-auto rounded-lg border p-4 max-sm:pt-4 max-sm:pb-4 sm:max-w-md sm:p-5",
          className,
        )}
        onOpenAutoFocus={focusFirstField}
        onCloseAutoFocus={(event) => returnFocus(event, returnFocusTo)}
        {...props}
      >
        <div className="space-y-2">
          <AlertDialogPrimitive.Title className="text-lg font-semibold wrap-any">
            {title}
          </AlertDialogPrimitive.Title>
          <AlertDialogPrimitive.Description asChild>
            <div className="space-y-2 wrap-any text-muted">{description}</div>
          </AlertDialogPrimitive.Description>
        </div>
        {children}
      </AlertDialogPrimitive.Content>
    </AlertDialogPrimitive.Portal>
  );
}
