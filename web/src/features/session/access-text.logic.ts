/**
 * What the page can know about the token: beyond the own names of a machine there always is one. On
 * them only who started Malamar knows.
 */
export function accessText(hostname: string): string {
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return isLoopback
    ? "You are on the machine that Malamar runs on. It asks for a token here only if it was started with one, or so that others can reach it. Logging out forgets the token in this browser."
    : `At ${hostname} Malamar asks everybody for its token, and this browser has shown it. Logging out forgets it in this browser.`;
}
