/** The snapshot can't be made; the message is for people and names the remedy. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
