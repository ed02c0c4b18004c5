/* eslint-disable svelte/prefer-svelte-reactivity -- what was read is immutable: a change creates another map */
import { untrack } from 'svelte';
import { describePoint, type PointDetails } from '#contract/point-details.ts';
import { formatDistance } from '../i18n/format-distance.ts';
import { nameType } from '../i18n/name-values.ts';
import { createLru } from '#async/lru.ts';
import { distanceMetres } from '#network/distance.ts';
import type { StoredPoint } from '#network/point-source.ts';
import type { LocatorMap } from '../map/locator-map.ts';
import type { MapViewState } from './map-view.svelte.ts';
import type { NetworkState } from './network-state.svelte.ts';

/** More than a view has pins. */
const MAX_BRIEFS = 1_000;

/** The picker's parts that know points. */
interface Sources {
  readonly points: Pick<NetworkState, 'network' | 'signal'>;
  readonly map: Pick<MapViewState, 'from' | 'origin'>;
  readonly list: { detailsOf(id: string): PointDetails | null } | undefined;
}

/** Names pins for assistive technology: `Nowak, Parcel locker, 350 m`. Loaded after the first pins. */
export class PinNames {
  readonly #sources: Sources;
  /** Details of points that aren't listed, by id. */
  #read: ReadonlyMap<string, PointDetails> = $state.raw(new Map());
  /** Read once: parsing takes longer than all the rest. */
  readonly #briefs = createLru<string, PointDetails>(MAX_BRIEFS);

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The point's name or street, if known, its type, and how far it is; never its id. Reactive. */
  nameOf = (point: StoredPoint): string => {
    const { map, list, points } = this.#sources;
    const details =
      this.#read.get(point.id) ?? this.#brief(point.id, points.network) ?? list?.detailsOf(point.id) ?? null;
    const name = details === null || details.name === point.id ? '' : details.name;
    const metres = distanceMetres(map.origin, point);
    const distance = formatDistance(metres, details?.country ?? '', map.from?.exact === false);
    return [name, nameType(details?.type ?? point.type), distance].filter(Boolean).join(', ');
  };

  /** Reads the point of a pin that has the focus or is hovered, unless it is listed or the pin has several. Never rejects. */
  async read([point, ...others]: readonly StoredPoint[]): Promise<void> {
    const { list, points } = this.#sources;
    if (point === undefined || others.length > 0) return;
    const { network } = points;
    if (network === null || network.brief || list?.detailsOf(point.id) || this.#read.has(point.id)) return;
    // Without its name, the pin keeps its type and distance.
    const item = await network.readItem(point, points.signal).catch(() => null);
    if (item !== null) this.#read = new Map(this.#read).set(point.id, describePoint(item));
  }

  /** Reads what a live list has stored of a point. */
  #brief(id: string, network: NetworkState['network']): PointDetails | null {
    const known = this.#briefs.get(id);
    if (known !== undefined) return known;
    const item = network?.brief?.(id) ?? null;
    if (item === null) return null;
    const details = describePoint(item);
    this.#briefs.set(id, details);
    return details;
  }
}

/** Names a map's pins from now on, and reads the point of a pin that has the focus or is hovered. */
export function namePins(
  picker: Sources & { readonly hoveredPins: readonly StoredPoint[] },
  map: Pick<LocatorMap, 'namePins'>,
): void {
  const names = new PinNames(picker);
  $effect.root(() => {
    $effect(() => map.namePins(names.nameOf));
    $effect(() => {
      const points = picker.hoveredPins;
      untrack(() => void names.read(points));
    });
  });
}
