import type { Box, Frame } from '../frame.ts';
import type { LabelCandidate, Obstacle } from '../place-labels.ts';
import type { Area } from './areas.ts';
import type { StreetLook } from './street-look.ts';

/** Messages between the page and the painter of streets. */

/** A canvas of the page, or one transferred to the worker. */
export type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** Position of a picture in the grid of a zoom; x may lie in another copy of the world. */
export interface PicturePlace {
  x: number;
  y: number;
}

export interface WantedPicture<Any extends Canvas = Canvas> extends PicturePlace {
  id: number;
  /** A square canvas to paint on; null if given before. */
  canvas: Any | null;
}

/**
 * In place of an `empty` picture, the base map is visible; a `failed` one keeps its previous contents.
 */
export type Outcome = 'painted' | 'empty' | 'failed';

export interface PaintedPicture {
  id: number;
  outcome: Outcome;
}

export interface StreetView<Any extends Canvas = Canvas> {
  zoom: number;
  /** The area in view, in Mercator units. */
  box: Box;
  /** Pictures to paint, the most important first. Replaces the list requested before. */
  wanted: readonly WantedPicture<Any>[];
}

export interface NamesRequest<Any extends Canvas = Canvas> {
  id: number;
  /** Has the frame's size in device pixels. */
  canvas: Any;
  frame: Frame;
  pixelRatio: number;
  /** In pixels of the frame. */
  obstacles: readonly Obstacle[];
  /** Names of the base map; written where there are no streets. */
  others: readonly LabelCandidate[];
}

export type PainterEvent =
  | { kind: 'pictures'; painted: readonly PaintedPicture[] }
  /** Names were written; or not, because a newer request has replaced this one. */
  | { kind: 'names'; id: number; isWritten: boolean }
  /** All tiles have loaded since names were last written: more could be written now. */
  | { kind: 'more-names' }
  /** A tile isn't at its address from the manifest. */
  | { kind: 'gone' };

export interface Setup {
  areas: readonly Area[];
  /** Language of names, as in `name_pl`. */
  language: string;
}

export interface StreetPainter<Any extends Canvas = Canvas> {
  setLook(look: StreetLook): void;
  show(view: StreetView<Any>): void;
  paintNames(request: NamesRequest<Any>): void;
  /** Frees the canvases of pictures and names that are no longer shown. */
  drop(ids: readonly number[]): void;
  destroy(): void;
}
