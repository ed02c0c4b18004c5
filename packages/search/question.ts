import type { StreetsArea } from '#contract/streets.ts';
import type { Position } from '#network/distance.ts';
import type { NamedPoint } from './tables/points.ts';
import type { Place } from './tables/places.ts';
import type { Street } from './tables/streets.ts';
import type { Bounds } from '#network/point-source.ts';
import type { GazetteerRow } from './gazetteer/format.ts';
import type { RowMatch } from './gazetteer/search-area.ts';

/** The search's questions and answers. */

/** Nobody reads more suggestions on a phone. */
export const MOST = 8;
/** A street farther than this from the place named with it is a different street. */
export const BESIDE_METRES = 60_000;

/** The search input: one text, or with separate postcode and city fields. */
export interface AddressQuestion {
  text: string;
  postalCode: string;
  city: string;
  /** ISO codes of the countries to search; empty for all. */
  countries: readonly string[];
  /** Of streets in several cities, the one nearest to this position comes first. */
  near: SearchOrigin | null;
}

/** Where somebody searches. `zoom`: set if it is only the middle of a map of that zoom. */
export type SearchOrigin = Position & { zoom?: number };

/** A map of a smaller zoom shows a whole country, whose middle is as good as any place. */
const LEAST_ZOOM = 9;
export const isWide = (near: SearchOrigin | null): boolean => (near?.zoom ?? LEAST_ZOOM) < LEAST_ZOOM;

/**
 * The part of an address that isn't known, as typed: a house number of a known street (`between`:
 * its neighbours are known), a postcode, or something else.
 */
export interface Unknown {
  kind: 'number' | 'between' | 'postcode' | 'part';
  text: string;
}

/** The network's matches for an address. */
export interface AddressAnswer {
  /** Most likely first. */
  found: ({ street: Street } | { place: Place })[];
  /**
   * The part of the address that isn't known, if the first match is shown; null if all is known.
   */
  unknown: Unknown | null;
  /** Whether a city, postcode or street matches exactly. */
  sure: boolean;
}

/** A match for the typed text. */
export type Suggestion =
  /** `unknown`: the part of the typed address that the network lacks; null if there is none. */
  | { kind: 'place'; place: Place; unknown: Unknown | null }
  | { kind: 'street'; street: Street; unknown: Unknown | null }
  | { kind: 'position'; position: Position }
  /** `count`: number of its points; `box`: their bounding box. */
  | { kind: 'country'; code: string; count: number; box: Bounds }
  /** `named`: set if the point was found by its own name. */
  | { kind: 'point'; id: string; named?: NamedPoint };

/**
 * The search input; with postcode and city if they have separate fields. `named`: points are
 * searched by their own names as well.
 */
export type SearchQuestion = { text: string; named?: boolean } & Partial<Omit<AddressQuestion, 'text'>>;

/** A question to the published streets. */
export interface GazetteerQuestion {
  /** The address without postcodes, split at commas and into words. */
  parts: readonly (readonly string[])[];
  /** Of equal names, the nearest to this position come first. */
  near: Position | null;
  /** ISO codes of the allowed countries; empty for any. */
  countries: readonly string[];
}

/** A street, place or landmark that a question may mean. */
export interface GazetteerMatch
  extends
    Position,
    Pick<GazetteerRow, 'kind' | 'name' | 'population' | 'reach'>,
    Pick<RowMatch, 'match' | 'otherKind' | 'isBeside' | 'house'> {
  /** The matched name if it isn't the main one; else empty. */
  otherName: string;
  /** Empty if none is near, and for a place. */
  town: string;
  country: string;
  /** The part of the question that nothing explains; empty if everything is known. */
  left: string;
  area: StreetsArea;
}
