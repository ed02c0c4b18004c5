import * as L from './leaflet.ts';
import type { Frame } from './frame.ts';
import type { FrameQueue } from './frame-queue.ts';
import { unitsOfPixels } from '../snapshot-format/mercator.ts';

/**
 * How far the canvas reaches beyond the view on each side, as a share of its size: so far one can drag before it is painted anew. Not
 * further: where no graphics processor helps, the browser copies the whole canvas at every frame, painted anew or not.
 */
const MARGIN = 0.15;

/** Draws on a cleared canvas, whose unit is a CSS pixel. */
export type Draw = (context: CanvasRenderingContext2D) => void;

export interface ViewCanvas {
  element: Element;
  /** Paints anew before one of the next frames, for where the map is then. */
  redraw: () => void;
  /** Where it would paint now. */
  frameNow(): Frame;
  destroy(): void;
}

/**
 * A canvas that covers the view and a margin. It moves with the map while that is dragged, is scaled while that zooms, and paints
 * itself anew when the margin is used up. When the map comes to rest, whoever made it has it painted: some wait for others.
 * @param name tells its work in the queue apart
 * @param maxPixelRatio device pixels to a CSS pixel, of which more would cost memory and not be seen
 * @param prepare is given the corner also as a layer point, which Leaflet's positions are relative to, and a context to measure with. It
 * tells how to draw; or brings another canvas, drawn already, which takes this one's place until then. null: what was drawn is to stay
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
): ViewCanvas {
  const canvas = document.createElement('canvas');
  /** What is seen: this canvas, or one that was brought. */
  let shown = pane.appendChild(canvas);
  dress(canvas);
  const context = canvas.getContext('2d');
  /** The corner in pixels of the world at the painted zoom. */
  let painted = { corner: L.point(0, 0), size: L.point(0, 0), zoom: NaN };
  /** The canvas that is being drawn elsewhere. */
  let awaited: Promise<HTMLCanvasElement | null> | null = null;
  const redraw = () => frames.add(name, redrawNow);

  /** The canvas's north-western corner as a layer point. */
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
    const origin = map.getPixelOrigin();
    const prepared = prepare(frame, corner, context, ratio);
    const worldCorner = corner.add(origin);
    awaited = null;
    if (typeof prepared === 'function') {
      const [width, height] = [Math.round(frame.width * ratio), Math.round(frame.height * ratio)];
      // Set only when it changes: it takes new memory, megabytes of it, each time.
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
      show(canvas, frame, worldCorner);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, frame.width, frame.height);
      prepared(context);
    } else {
      awaited = prepared;
      void prepared.then((brought) => take(prepared, brought, frame, worldCorner));
    }
  }

  function take(
    prepared: typeof awaited,
    brought: HTMLCanvasElement | null,
    frame: Frame,
    worldCorner: L.Point,
  ): void {
    if (awaited !== prepared) return;
    // Another zoom has its own coming.
    if (brought === null || map.getZoom() !== frame.zoom) awaited = null;
    else
      frames.add(name, () => {
        awaited = null;
        show(brought, frame, worldCorner);
        canvas.width = 0;
        redrawBeyond();
      });
  }

  /** One at a time: drawn elsewhere, each would be out of date before it is there, and none would be seen while the map is dragged. */
  function redrawBeyond(): void {
    if (awaited === null && map.getZoom() === painted.zoom && !coversView()) redraw();
  }

  /** @param corner of the canvas, in pixels of the world at the frame's zoom */
  function show(next: HTMLCanvasElement, { width, height, zoom }: Frame, corner: L.Point): void {
    if (shown !== next) {
      dress(next);
      shown.replaceWith(next);
      shown = next;
    }
    next.style.width = `${width}px`;
    next.style.height = `${height}px`;
    painted = { corner, size: L.point(width, height), zoom };
    scaleTo(map.getPixelOrigin(), map.getZoom());
  }

  function scaleTo(origin: L.Point, zoom: number): void {
    if (Number.isNaN(painted.zoom)) return;
    const scale = map.getZoomScale(zoom, painted.zoom);
    L.DomUtil.setTransform(shown, painted.corner.multiplyBy(scale).subtract(origin), scale);
  }

  function coversView(): boolean {
    const { min, max } = map.getPixelBounds();
    const end = painted.corner.add(painted.size);
    return min!.x >= painted.corner.x && min!.y >= painted.corner.y && max!.x <= end.x && max!.y <= end.y;
  }

  const handlers: L.LeafletEventHandlerFnMap = {
    zoomanim: ({ center, zoom }) => scaleTo(L.originAfterZoom(map, center, zoom), zoom),
    zoom: () => scaleTo(map.getPixelOrigin(), map.getZoom()),
    // While pinching, scaling has to do: painting would be late by the next movement.
    move: redrawBeyond,
  };
  map.on(handlers);

  return {
    element: canvas,
    redraw,
    frameNow: () => frameAt(cornerNow()),
    destroy() {
      awaited = null;
      frames.drop(name);
      map.off(handlers);
      shown.remove();
    },
  };
}

function dress(canvas: HTMLCanvasElement): void {
  canvas.className = 'leaflet-zoom-animated';
  canvas.setAttribute('aria-hidden', 'true');
}
