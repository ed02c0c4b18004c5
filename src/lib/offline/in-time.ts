/** A connection that answers nothing for so long is none. */
const PATIENCE_MS = 5_000;

/** An answer that comes soon enough. @throws where none does */
export function inTime(asked: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No answer in time.')), PATIENCE_MS);
    asked.then(resolve, reject);
  });
}
