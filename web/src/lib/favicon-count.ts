/** Sharp on high-resolution screens. */
const SIZE = 64;

/** Three digits are not readable at the size of a favicon. */
const MOST = 99;

const ICON = "/favicon.svg";

let wanted = 0;
let loading: Promise<HTMLImageElement> | null = null;

/** Draws a number on the app's icon. Zero removes it. */
export async function setFaviconCount(count: number) {
  wanted = count;
  if (count === 0) return show(ICON);
  loading ??= load();
  const icon = await loading;
  // The number has changed in the meantime.
  if (wanted === count) show(draw(icon, String(Math.min(count, MOST))));
}

async function load(): Promise<HTMLImageElement> {
  const icon = new Image(SIZE, SIZE);
  icon.src = ICON;
  await icon.decode();
  return icon;
}

function show(href: string) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link === null || link.getAttribute("href") === href) return;
  link.type = href === ICON ? "image/svg+xml" : "image/png";
  link.href = href;
}

/** In the icon's own colours, because the background behind a favicon is unknown. */
function draw(icon: HTMLImageElement, text: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = SIZE;
  canvas.height = SIZE;
  const pen = canvas.getContext("2d");
  if (pen === null) return ICON;
  pen.drawImage(icon, 0, 0, SIZE, SIZE);
  pen.fillStyle = "#e3ab4a";
  pen.beginPath();
  pen.roundRect(12, 20, 52, 44, 16);
  pen.fill();
  pen.fillStyle = "#16191d";
  pen.font = "700 40px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, 38, 44);
  return canvas.toDataURL();
}
