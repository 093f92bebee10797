import { expect, test } from "bun:test";
import { onWaitingToast, showToasts, toast } from "./toast.ts";

test("what is said before anything shows it is shown in its order, once", () => {
  const shown: string[] = [];
  let calls = 0;
  const note =
    (kind: string) =>
    (said: unknown): string => {
      shown.push(`${kind} ${String(said)}`);
      return "";
    };

  toast.success("Saved");
  const ignore = onWaitingToast(() => (calls += 1));
  toast.error("Not sent");
  toast.dismiss("a");
  expect({ shown, calls }).toEqual({ shown: [], calls: 3 });

  showToasts({
    success: note("success"),
    error: note("error"),
    info: note("info"),
    warning: note("warning"),
    dismiss: note("dismiss"),
  });
  expect(shown).toEqual(["success Saved", "error Not sent", "dismiss a"]);

  ignore();
  toast.info("News");
  toast.warning("Look");
  expect({ shown: shown.slice(3), calls }).toEqual({
    shown: ["info News", "warning Look"],
    calls: 3,
  });
});
