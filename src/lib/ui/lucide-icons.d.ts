/** Icons one by one come without types; with types, all in one, they would be two thousand files for every test to read. */
declare module '@lucide/icons/icons/*' {
  /** The shapes that an icon is drawn with, on 24 by 24 pixels. */
  export interface Drawing {
    node: [shape: string, attributes: Record<string, string>][];
  }
  const icon: Drawing;
  export default icon;
}
