import * as L from './leaflet.ts';
import type { Frame } from './frame.ts';
import type { FrameQueue } from './frame-queue.ts';
import { unitsOfPixels } from '#network/snapshot-format/mercator.ts';

/**
 * Margin of the canvas on each side of the view, as a share of its size: the map can be dragged that far before it is repainted.
 * Not larger, as without a GPU the browser copies the whole canvas at every frame, repainted or not.
 */
const MARGIN = 0.15;

/** Draws on a cleared canvas, in CSS pixels. */
type Draw = (context: CanvasRenderingContext2D) => void;

/**
 * A canvas that covers the view and a margin. It moves with the map, is scaled during zooms, and
 * repaints itself when the margin is used up. When the map comes to rest, the owner calls `redraw`,
 * because some canvases wait for others.
 * @param name name of its work in the queue
 * @param maxPixelRatio maximum of device pixels per CSS pixel, to save memory
 * @param prepare gets the frame, its corner as a layer point, a context to measure text with, and
 * the pixel ratio. Returns a function that draws; or a promise of another canvas, already drawn, to
 * show instead of this one, or of null to keep what is shown
 */
export function createViewCanvas(
  map: L.Map,
  pane: HTMLElement,
  frames: FrameQueue,
  name: string,
  maxPixelRatio: number,
  prepare: (
    frame: Frame,
    corner: L.Point,
    context: CanvasRenderingContext2D,
    pixelRatio: number,
  ) => Draw | Promise<HTMLCanvasElement | null>,
) {
  const canvas = document.createElement('canvas');
  /** The canvas in the document: this one, or one from `prepare`. */
  let shown = pane.appendChild(canvas);
  setUpCanvas(canvas);
  const context = canvas.getContext('2d');
  /** The frame shown; its bounds in world pixels at its zoom. */
  let painted = { bounds: L.bounds([]), zoom: NaN };
  /** The canvas that `prepare` promised last. */
  let promised: Promise<HTMLCanvasElement | null> | null = null;
  /** Repaints in one of the next frames, for the map's position at that time. */
  const redraw = () => frames.add(name, redrawNow);

  /** Returns the north-western corner of a canvas for the current view, as a layer point. */
  function cornerNow(): L.Point {
    return map.containerPointToLayerPoint(map.getSize().multiplyBy(-MARGIN)).round();
  }

  function frameAt(corner: L.Point): Frame {
    const { x, y } = corner.add(map.getPixelOrigin());
    const view = map.getSize();
    const size = view.multiplyBy(1 + 2 * MARGIN).ceil();
    const [left, top] = [view.x * MARGIN, view.y * MARGIN];
    const zoom = map.getZoom();
    const unitsPerPixel = unitsOfPixels(1, zoom);
    return {
      west: x * unitsPerPixel,
      north: y * unitsPerPixel,
      unitsPerPixel,
      width: size.x,
      height: size.y,
      view: { left, top, right: left + view.x, bottom: top + view.y },
      zoom,
    };
  }

  function redrawNow(): void {
    const view = map.getSize();
    if (!context || view.x === 0 || view.y === 0) return;
    const corner = cornerNow();
    const frame = frameAt(corner);
    const ratio = Math.min(maxPixelRatio, devicePixelRatio);
    const prepared = prepare(frame, corner, context, ratio);
    const worldCorner = corner.add(map.getPixelOrigin());
    promised = null;
    if (typeof prepared === 'function') {
      const [width, height] = [Math.round(frame.width * ratio), Math.round(frame.height * ratio)];
      // Set only if changed, as setting it allocates new memory, several megabytes.
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
      show(canvas, frame, worldCorner);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, frame.width, frame.height);
      prepared(context);
    } else {
      promised = prepared;
      void prepared.then((other) => {
        if (promised !== prepared) return;
        // After a zoom, another canvas has been requested.
        if (other === null || map.getZoom() !== frame.zoom) return void (promised = null);
        // Under its own name: it must not replace a waiting repaint, which is for a newer view.
        frames.add(`${name} arrived`, () => {
          if (promised !== prepared) return;
          promised = null;
          show(other, frame, worldCorner);
          canvas.width = 0;
          redrawBeyond();
        });
      });
    }
  }

  /** Repaints if the view isn't covered. Waits for a promised canvas: if replaced at each move, a drag would show none. */
  function redrawBeyond(): void {
    const isCovered = () => painted.bounds.contains(map.getPixelBounds());
    if (promised === null && map.getZoom() === painted.zoom && !isCovered()) redraw();
  }

  /** @param corner of the canvas, in world pixels at the frame's zoom */
  function show(next: HTMLCanvasElement, { width, height, zoom }: Frame, corner: L.Point): void {
    if (shown !== next) {
      setUpCanvas(next);
      shown.replaceWith(next);
      shown = next;
    }
    next.style.width = `${width}px`;
    next.style.height = `${height}px`;
    painted = { bounds: L.bounds(corner, corner.add([width, height])), zoom };
    scaleTo(map.getPixelOrigin(), map.getZoom());
  }

  function scaleTo(origin: L.Point, zoom: number): void {
    if (Number.isNaN(painted.zoom)) return;
    const scale = map.getZoomScale(zoom, painted.zoom);
    L.DomUtil.setTransform(shown, painted.bounds.min!.multiplyBy(scale).subtract(origin), scale);
  }

  const handlers: L.LeafletEventHandlerFnMap = {
    zoomanim: ({ center, zoom }) => scaleTo(L.originAfterZoom(map, center, zoom), zoom),
    zoom: () => scaleTo(map.getPixelOrigin(), map.getZoom()),
    // While pinching, it is only scaled: a repaint would be outdated by the next movement.
    move: redrawBeyond,
  };
  map.on(handlers);

  return {
    element: canvas,
    redraw,
    /** The frame that it would paint now. */
    frameNow: () => frameAt(cornerNow()),
    destroy() {
      promised = null;
      frames.drop(name);
      map.off(handlers);
      shown.remove();
    },
  };
}

function setUpCanvas(canvas: HTMLCanvasElement): void {
  canvas.className = 'leaflet-zoom-animated';
  canvas.setAttribute('aria-hidden', 'true');
}
