/** The streets can't be taken over; the message is for people and names the remedy. */
export class StreetsError extends Error {
  override readonly name = 'StreetsError';
}
