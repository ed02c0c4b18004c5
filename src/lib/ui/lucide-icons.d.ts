/** Lucide's single-icon modules have no types; the typed module imports all icons: two thousand files for every test to load. */
declare module '@lucide/icons/icons/*' {
  /** The shapes of an icon, on a grid of 24 by 24 pixels. */
  export interface Drawing {
    node: [shape: string, attributes: Record<string, string>][];
  }
  const icon: Drawing;
  export default icon;
}
