/** Relative luminance (WCAG 2.2) of red, green and blue, each from 0 to 255. */
function luminance(bytes: readonly number[]): number {
  const [red, green, blue] = bytes.map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast (WCAG 2.2) of two colours as red, green and blue, from 1 to 21. */
export function contrast(one: readonly number[], other: readonly number[]): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
