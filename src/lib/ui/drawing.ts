/** An icon of Lucide: the shapes that it is drawn with, on 24 by 24 pixels. */
export interface Drawing {
  node: [shape: string, attributes: Record<string, string>][];
}
