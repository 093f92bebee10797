/** Whether shortcuts use ⌘ instead of Ctrl. */
export const isMac = /Mac|iP/.test(navigator.platform);
