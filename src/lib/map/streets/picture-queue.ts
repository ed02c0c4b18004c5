import type { Outcome, PaintedPicture, PicturePlace } from './painter-messages.ts';

/** A picture to paint, in the grid of its zoom. */
export interface QueuedPicture extends PicturePlace {
  id: number;
  zoom: number;
}

/** A picture that can't be painted this many times is reported as failed. */
const MAX_TRIES = 3;

/** Which picture is painted next, and which are reported: each once for a look, however often the page asks for it. */
export function createPictureQueue() {
  let zoom = 0;
  let waiting: QueuedPicture[] = [];
  let painting: number | null = null;
  /** Ids of painted pictures, which the page may not know yet. */
  const finished = new Set<number>();
  /** How often pictures have failed in a row, by their ids. */
  const failures = new Map<number, number>();
  const reports: PaintedPicture[] = [];

  return {
    /** Replaces the pictures that wait. */
    want(wanted: readonly (PicturePlace & { id: number })[], atZoom: number): void {
      zoom = atZoom;
      waiting = wanted
        .filter(({ id }) => id !== painting && !finished.has(id))
        .map((picture) => ({ ...picture, zoom }));
    },
    /** Takes the first one that can be painted, to paint it; undefined: none. */
    take(isReady: (picture: QueuedPicture) => boolean): QueuedPicture | undefined {
      const picture = waiting.find(isReady);
      if (picture === undefined) return undefined;
      waiting = waiting.filter((each) => each !== picture);
      painting = picture.id;
      return picture;
    },
    /** The picture that was taken has been painted, or not. One that failed waits again, behind the others. */
    settle(picture: QueuedPicture, outcome: Outcome): void {
      const { id } = picture;
      // In another look the page asks for it again; a dropped one isn't waited for.
      if (painting !== id) return;
      painting = null;
      if (outcome === 'failed') {
        if (picture.zoom !== zoom) return;
        const count = (failures.get(id) ?? 0) + 1;
        failures.set(id, count);
        if (count < MAX_TRIES) return void waiting.push(picture);
      } else finished.add(id);
      failures.delete(id);
      reports.push({ id, outcome });
    },
    /** What wasn't reported yet. */
    takeReports: (): PaintedPicture[] => reports.splice(0),
    /** Everything is to be painted again, in another look. */
    repaint(): void {
      painting = null;
      finished.clear();
    },
    drop(id: number): void {
      if (painting === id) painting = null;
      finished.delete(id);
      failures.delete(id);
    },
  };
}
