import type { AttentionItem } from "@malamar/contract/task.ts";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { newWaits, noticesOf, type Notice } from "#features/attention/attention.logic.ts";
import { useAttention } from "#features/attention/queries.ts";
import { holdLock, isLockHeld } from "#lib/tab-locks.ts";

/** The tab that holds this lock shows the notifications for all tabs of the browser. */
const TELLER = "malamar-notices";

/** Every visible tab holds this lock. While one is visible, notifications are unnecessary. */
const LOOKED_AT = "malamar-looked-at";

/** Shows a notification for each new item that needs the user while no tab is visible. */
export function BrowserNotices() {
  const { data: items } = useAttention();
  return items !== undefined && <NewNotices items={items} />;
}

/** Items that were already waiting are not news. */
function NewNotices({ items }: { items: readonly AttentionItem[] }) {
  const known = useRef(items);
  const isTeller = useRef(false);
  const navigate = useNavigate();

  useEffect(() => {
    const open = (path: string) => {
      window.focus();
      void navigate(path);
    };
    const news = newWaits(known.current, items);
    known.current = items;
    if (news.length === 0 || !isTeller.current) return;
    const tell = async () => {
      if (await isLockHeld(LOOKED_AT)) return;
      for (const notice of noticesOf(news, new Date())) show(notice, open);
    };
    void tell();
  }, [items, navigate]);

  useEffect(() => {
    const letGo = holdLock(TELLER, {}, () => (isTeller.current = true));
    const lookAway = holdWhileVisible();
    return () => {
      isTeller.current = false;
      letGo();
      lookAway();
    };
  }, []);
  return null;
}

function holdWhileVisible(): () => void {
  let letGo = () => {};
  const look = () => {
    letGo();
    letGo = document.hidden ? () => {} : holdLock(LOOKED_AT, { mode: "shared" });
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    letGo();
  };
}

/** The tag makes this replace the earlier notification about the same wait. */
function show({ key, title, body, path }: Notice, open: (path: string) => void) {
  try {
    const notification = new Notification(title, { body, tag: key, icon: "/favicon.svg" });
    notification.addEventListener("click", () => {
      notification.close();
      open(path);
    });
  } catch {
    // Chrome on Android has the constructor but throws: there only a service worker may notify.
  }
}
