import * as L from './leaflet.ts';
import { holdsPoint, nearestTurn } from '#network/clusters.ts';
import type { Cluster, StoredPoint } from '#network/point-source.ts';
import type { FrameQueue } from './frame-queue.ts';
import type { LocatorMapOptions, MarkedPoints } from './locator-map.ts';
import { boxOfPin, createPin, type PinVariant, variantOf, type PinElement } from './pin-element.ts';
import type { Rectangle } from './place-labels.ts';
import type { PinHover } from './pin-hover.ts';
import { MARGIN_PIXELS, STEP_PIXELS } from './pin-margin.ts';
import type { createRovingFocus } from './roving-focus.ts';

/** New pins per frame, each about 0.2 ms of styles and layout; the others of a new view follow in the next frames. */
const PINS_A_FRAME = 30;
/** In the map's first frame nothing moves yet, so a phone's whole view, some forty pins in a large city, appears at once. */
const FIRST_PINS = 60;
/** Maximum number of unused pins stored for reuse, per variant. */
const SPARE_PINS = 100;

/**
 * Shows the view's clusters, stacks and points as buttons. A cluster keeps its button, so that neither the focus nor a click is
 * lost when points are loaded.
 * @param ondraw called after pins were redrawn, with their boxes in layer points, whether the map is at rest, and the zoom at which
 *   no cluster of the view is left; 0 if there is none now
 */
export function createPointsLayer(
  map: L.Map,
  frames: FrameQueue,
  { store, labels, listener }: LocatorMapOptions,
  ondraw: (boxes: Rectangle[], atRest: boolean, separateFrom: number) => void,
) {
  const pane = map.createPane('points');
  // This method is missing in Leaflet's types (Leaflet reference, Handler: Map's `dragging`).
  const dragging = map.dragging as L.Handler & { moved(): boolean };
  const pins = new Map<string, PinElement>();
  const spare = new Map<PinVariant, PinElement[]>();
  /** null until it is loaded: the first pins don't wait for it. */
  let focus: ReturnType<typeof createRovingFocus> | null = null;
  const listening = new AbortController();
  let hover: PinHover | null = null;
  let nameOf: ((point: StoredPoint) => string) | null = null;
  let marks: MarkedPoints = { open: null, hovered: null, chosen: null };
  /** The open point's own pin, if a cluster or stack contains it. */
  let lifted: PinElement | null = null;
  let frame = 0;
  let hasDrawnPins = false;
  /** Set when the map has come to rest, until it has been redrawn. */
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let zooming = false;
  /** World pixel of the view's north-western corner when it was last drawn. */
  let drawnAt: L.Point | null = null;

  function redraw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    const atRest = restTimer !== undefined;
    forgetRest();
    const zoom = Math.round(map.getZoom());
    const seen = map.getPixelBounds();
    const reach = L.point(MARGIN_PIXELS, MARGIN_PIXELS);
    const wide = L.bounds(seen.min!.subtract(reach), seen.max!.add(reach));
    drawnAt = seen.min!;
    const clusters = store
      .clustersIn(L.boundsOf(map), zoom)
      .filter(({ latitude, longitude }) => wide.contains(map.project([latitude, longitude])));
    draw(new Map(clusters.map((cluster) => [`${zoom}/${cluster.key}`, cluster])), atRest);
  }

  function forgetRest(): void {
    clearTimeout(restTimer);
    restTimer = undefined;
  }

  function draw(next: ReadonlyMap<string, Cluster>, atRest: boolean): void {
    const { activeElement } = document;
    const lost = pane.contains(activeElement) ? (activeElement as HTMLElement) : null;
    for (const [key, pin] of pins) {
      if (next.has(key)) continue;
      pins.delete(key);
      pin.button.remove();
      // The button that had the focus isn't reused: the focus moves to a pin near this one.
      if (pin.button !== lost) storeSpare(pin);
    }
    const fresh: [string, Cluster][] = [];
    for (const [key, cluster] of next) {
      const pin = pins.get(key);
      if (pin) pin.update(cluster);
      else fresh.push([key, cluster]);
    }
    drawFresh(fresh.length > PINS_A_FRAME ? fromTheMiddle(fresh) : fresh, lost, atRest);
  }

  function fromTheMiddle(fresh: readonly [string, Cluster][]): [string, Cluster][] {
    const middle = map.getCenter();
    const distance = ([, { latitude, longitude }]: [string, Cluster]) =>
      Math.hypot(latitude - middle.lat, longitude - middle.lng);
    return [...fresh].sort((a, b) => distance(a) - distance(b));
  }

  /** Draws as many new pins as one frame has time for, and queues the others. */
  function drawFresh(fresh: readonly [string, Cluster][], lost: HTMLElement | null, atRest: boolean): void {
    const amount = hasDrawnPins ? PINS_A_FRAME : FIRST_PINS;
    hasDrawnPins ||= fresh.length > 0;
    for (const [key, cluster] of fresh.slice(0, amount)) pins.set(key, take(cluster));
    applyMarks();
    place();
    if (focus) focus.settle(lost);
    else {
      // Tab and Enter work on the map even before roving-focus.ts is loaded.
      const [first] = pins.values();
      if (first) first.button.tabIndex = 0;
      if (lost?.isConnected === false) first?.button.focus({ preventScroll: true });
    }
    hover?.settle();
    const rest = fresh.slice(amount);
    if (rest.length > 0) frames.add('pins', () => drawFresh(rest, null, atRest));
    else {
      frames.drop('pins');
      // Not while the map is dragged: names of hundreds of pins take milliseconds.
      if (atRest) frames.add('pin names', applyNames);
      const all = [...pins.values()];
      const zooms = all.map(({ cluster }) => (cluster.members.length > 0 ? 0 : cluster.expansionZoom));
      ondraw(all.map(boxOfPin), atRest, Math.max(0, ...zooms));
    }
  }

  function storeSpare(pin: PinElement): void {
    pin.button.tabIndex = -1;
    const others = spare.get(pin.variant);
    if (others === undefined) spare.set(pin.variant, [pin]);
    else if (others.length < SPARE_PINS) others.push(pin);
  }

  function take(cluster: Cluster): PinElement {
    const pin = spare.get(variantOf(cluster))?.pop();
    if (pin === undefined) return add(cluster);
    pin.update(cluster);
    pane.append(pin.button);
    return pin;
  }

  function add(cluster: Cluster): PinElement {
    const pin = createPin(cluster, labels);
    pin.button.addEventListener('click', (event) => {
      // A drag that began on this button also ends with a click event; clicks by keyboard have detail 0.
      if (event.detail !== 0 && dragging.moved()) return;
      press(pin);
    });
    L.DomEvent.on(pin.button, 'dblclick', L.DomEvent.stop);
    pane.append(pin.button);
    return pin;
  }

  function press({ button, cluster }: PinElement): void {
    // Safari doesn't focus a button that is clicked.
    button.focus({ preventScroll: true });
    if (cluster.members.length > 0) listener?.openPressed(cluster.members);
    else {
      map.setView([cluster.latitude, cluster.longitude], Math.min(cluster.expansionZoom, map.getMaxZoom()), {
        animate: L.motionAllowed(),
      });
    }
  }

  /** Moves every button to its cluster's position. `origin` is the world pixel of layer point 0, 0. */
  function place(origin = map.getPixelOrigin(), zoom = map.getZoom(), inFlight = false): void {
    for (const pin of lifted === null ? pins.values() : [...pins.values(), lifted]) {
      const { latitude, longitude } = pin.cluster;
      pin.moveTo(map.project([latitude, longitude], zoom).subtract(origin).round(), inFlight);
    }
  }

  function applyMarks(): void {
    const { open, hovered, chosen } = marks;
    let holder: Cluster | null = null;
    for (const pin of pins.values()) {
      const holds = (point: StoredPoint | null) => point !== null && holdsPoint(pin.cluster, point);
      if (holds(open)) holder = pin.cluster;
      pin.mark(holds(open) || holds(hovered), holds(chosen));
    }
    lift(open, holder);
  }

  function applyNames(): void {
    for (const { cluster, name } of pins.values())
      if (nameOf && cluster.count === 1) for (const only of cluster.members) name(nameOf(only));
  }

  /** Shows the open point's own pin in front of its cluster. Inert: the cluster below is interactive, the card already open. */
  function lift(open: StoredPoint | null, holder: Cluster | null): void {
    if (open === null || holder === null || holder.count === 1) {
      lifted?.button.remove();
      lifted = null;
      return;
    }
    const { latitude } = open;
    const longitude = nearestTurn(open.longitude, holder.longitude);
    const cluster: Cluster = { ...holder, latitude, longitude, count: 1, members: [open], key: open.id };
    if (lifted === null) {
      lifted = createPin(cluster, labels);
      lifted.button.inert = true;
      lifted.button.toggleAttribute('data-lifted', true);
      pane.append(lifted.button);
    } else lifted.update(cluster);
    lifted.mark(true, marks.chosen?.id === open.id);
  }

  /** Redraws the view's pins in the next frame; not during a zoom animation, whose end causes that anyway. */
  function refresh(): void {
    if (!zooming) frame ||= requestAnimationFrame(redraw);
  }

  function follow(): void {
    if (drawnAt === null || map.getPixelBounds().min!.distanceTo(drawnAt) >= STEP_PIXELS) refresh();
  }

  const handlers: L.LeafletEventHandlerFnMap = {
    move: follow,
    moveend() {
      zooming = false;
      // In a separate task, because Leaflet may end a zoom within a busy frame.
      restTimer ??= setTimeout(redraw);
    },
    zoom: () => place(),
    zoomanim({ center, zoom }) {
      zooming = true;
      forgetRest();
      place(L.originAfterZoom(map, center, zoom), zoom, true);
    },
  };
  map.on(handlers);
  redraw();

  /** Imports pin-hover.ts at the first hover or focus: not needed for the first pins, nor for touch. */
  async function loadHover(event: Event): Promise<void> {
    if (!listener || hover !== null || !isHover(event)) return;
    const { createPinHover } = await import('./pin-hover.ts');
    if (!listening.signal.aborted) hover ??= createPinHover(pane, pins, listener, event);
  }
  const onevent = (event: Event) => void loadHover(event).catch(() => {});
  for (const name of ['pointerover', 'focusin'])
    pane.addEventListener(name, onevent, { signal: listening.signal, passive: true });

  return {
    refresh,
    mark(next: MarkedPoints): void {
      marks = next;
      applyMarks();
      place();
    },
    /** Makes the pins one tab stop from now on. */
    rove(create: typeof createRovingFocus): void {
      focus = create(map, pane);
      focus.settle(null);
    },
    namePins: (next: (point: StoredPoint) => string): void => {
      nameOf = next;
      applyNames();
    },
    destroy() {
      cancelAnimationFrame(frame);
      forgetRest();
      map.off(handlers);
      listening.abort();
      hover?.destroy();
      pane.remove();
    },
  };
}

/** Whether an event is a hover by mouse or a visible focus, not one by touch or click. */
function isHover(event: Event): boolean {
  if (event instanceof PointerEvent) return event.pointerType === 'mouse';
  return event.target instanceof Element && event.target.matches(':focus-visible');
}
