/** One line of progress. */
export function say(text) {
  console.log(`droppoint: ${text}`);
}

/** Ends with a sentence that names the remedy; a stack would only hide it. */
export function giveUp(text) {
  console.error(`droppoint: ${text}`);
  process.exit(1);
}
