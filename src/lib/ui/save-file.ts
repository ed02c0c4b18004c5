/** Downloads a file to the user's device. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  [link.href, link.download] = [url, name];
  link.click();
  // Browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
