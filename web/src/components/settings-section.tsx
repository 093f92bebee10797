import { useId, type ReactNode } from "react";

type SettingsSectionProps = { title: string; text?: ReactNode; children: ReactNode };

/**
 * A group of settings: its topic at the left, its fields at the right. One below the other on a
 * phone.
 */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-x-8 gap-y-3 border-t py-5 @2xl:grid-cols-[15rem_minmax(0,40rem)]"
    >
      <div className="space-y-1">
        <h3 id={headingId} className="text-base leading-normal font-semibold">
          {title}
        </h3>
        {text !== undefined && <p className="max-w-[60ch] text-sm text-muted">{text}</p>}
      </div>
      <div className="min-w-0 space-y-4">{children}</div>
    </section>
  );
}
