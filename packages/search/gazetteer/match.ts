import type { StreetsArea } from '../../../src/lib/contract/streets.ts';
import type { Position } from '../../../src/lib/network/distance.ts';
import type { GazetteerRow } from './format.ts';
import type { RowMatch } from './match-row.ts';

/** What is asked of the gazetteer. */
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
