import type { Outcome, PaintedPicture, PicturePlace } from './painter-messages.ts';

/** A picture to paint, in the grid of its zoom. */
export interface QueuedPicture extends PicturePlace {
  id: number;
  zoom: number;
}

/** A picture that can't be painted this many times is reported as failed. */
const MAX_TRIES = 3;

/**
 * Decides which picture is painted next, and reports each one once per look, however often the page
 * requests it.
 */
export function createPictureQueue() {
  let zoom = 0;
  let waiting: QueuedPicture[] = [];
  let painting: number | null = null;
  /** Ids of painted pictures, which the page may not know yet. */
  const finished = new Set<number>();
  /** Number of consecutive failures of pictures, by id. */
  const failures = new Map<number, number>();
  const reports: PaintedPicture[] = [];

  return {
    /** Replaces the waiting pictures. */
    setWaiting(wanted: readonly (PicturePlace & { id: number })[], atZoom: number): void {
      zoom = atZoom;
      waiting = wanted
        .filter(({ id }) => id !== painting && !finished.has(id))
        .map((picture) => ({ ...picture, zoom }));
    },
    /** Removes the first picture that can be painted, to be painted now; undefined if there is none. */
    take(isReady: (picture: QueuedPicture) => boolean): QueuedPicture | undefined {
      const picture = waiting.find(isReady);
      if (picture === undefined) return undefined;
      waiting = waiting.filter((other) => other !== picture);
      painting = picture.id;
      return picture;
    },
    /**
     * Records whether the current picture has been painted. A failed one waits again, behind the others.
     */
    settle(picture: QueuedPicture, outcome: Outcome): void {
      const { id } = picture;
      // After a change of the look, the page requests it again; a removed picture isn't needed any more.
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
    /** Removes and returns the reports collected so far. */
    takeReports: (): PaintedPicture[] => reports.splice(0),
    /** Makes all pictures be painted again, in another look. */
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
