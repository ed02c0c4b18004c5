/** A position in the window, in CSS pixels. */
export interface Spot {
  x: number;
  y: number;
}

/** Acts on a page as a person does, whichever program drives the browser. */
export interface Hand {
  open(address: string): Promise<void>;
  /**
   * Runs a function in the page and returns its result, both of which must be JSON. The function may contain no named function:
   * the TypeScript loader would wrap it in a helper that the page doesn't have.
   */
  run<Given, Result>(act: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>;
  press(spot: Spot): Promise<void>;
  drag(from: Spot, to: Spot): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** @returns a PNG of the window, in Base64 */
  takePicture(): Promise<string>;
}
