/** Where ⌘ is the key that others call Ctrl. */
export const isMac = /Mac|iP/.test(navigator.platform);
