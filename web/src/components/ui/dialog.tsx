import { X } from "lucide-react";
import { Dialog as DialogPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";
import { ConnectionBanners } from "#components/connection-banners.tsx";
import { overlayClass, panelClass, returnFocus, type FocusReturn } from "./dialog-parts.ts";
import { Button } from "./button.tsx";

export const Dialog = DialogPrimitive.Root;
export const DialogTitle = DialogPrimitive.Title;

type DialogContentProps = ComponentProps<typeof DialogPrimitive.Content> & FocusReturn;

export function DialogContent({
  className,
  children,
  returnFocusTo,
  onInteractOutside,
  ...props
}: DialogContentProps) {
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay data-slot="dialog-overlay" className={overlayClass} />
      <DialogPrimitive.Content
        data-slot="dialog-content"
        className={cn(panelClass, className)}
        onCloseAutoFocus={(event) => returnFocus(event, returnFocusTo)}
        onInteractOutside={(event) => {
          // Closing a toast must not close the dialog below it.
          const isToast =
            event.target instanceof Element && event.target.closest("[data-sonner-toaster]");
          if (isToast) event.preventDefault();
          onInteractOutside?.(event);
        }}
        {...props}
      >
        <ConnectionBanners />
        {children}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

export function DialogHeader({ title, description }: { title: string; description?: string }) {
  return (
    <header data-slot="dialog-header" className="flex items-start gap-3 border-b px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 space-y-1">
        <DialogPrimitive.Title className="text-lg font-semibold wrap-any">
          {title}
        </DialogPrimitive.Title>
        {description !== undefined && (
          <DialogPrimitive.Description className="text-muted">
            {description}
          </DialogPrimitive.Description>
        )}
      </div>
      <DialogClose />
    </header>
  );
}

export function DialogClose() {
  return (
    <DialogPrimitive.Close asChild>
      <Button variant="ghost" size="icon" aria-label="Close" className="-my-1.5 -mr-2">
        <X aria-hidden />
      </Button>
    </DialogPrimitive.Close>
  );
}

export function DialogBody({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-body"
      className={cn("min-h-0 flex-1 space-y-4 overflow-y-auto px-4 py-4 sm:px-5", className)}
      {...props}
    />
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn("flex flex-wrap justify-end gap-2 border-t px-4 py-3 sm:px-5", className)}
      {...props}
    />
  );
}
