/** Inserted by the build: whether this is the npm package, which shops bundle, so that `import.meta.url` isn't Droppoint's. */
declare const __IS_PACKAGE__: boolean;

/** Origin of the frame: that of the attribute `origin`, else this script's; empty if there is neither. */
export function readFrameOrigin({ origin }: { origin: string }): string {
  const address = origin || (__IS_PACKAGE__ ? '' : import.meta.url);
  return /^https?:/.test(address) && URL.canParse(address) ? new URL(address).origin : '';
}
