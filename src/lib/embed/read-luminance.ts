const SRGB_LINEAR_UP_TO = 0.04045;
const FULL = 255;

/** Relative luminance (WCAG 2.2) of any colour that the browser knows, from 0 to 1. */
export function readLuminance(color: string): number {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
    const value = byte / FULL;
    return value <= SRGB_LINEAR_UP_TO ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
