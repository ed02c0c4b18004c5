import { type Context, type LabelStyle, measureLabel } from '../label-styles.ts';
import { TILE_UNITS } from '../map-levels.ts';
import { paintLabels } from '../paint-labels.ts';
import type { LabelCandidate } from '../place-labels.ts';
import { listNames } from './name-candidates.ts';
import type { AddressedTile } from './paint-picture.ts';
import type { NamesRequest } from './painter-messages.ts';
import type { StreetLook } from './street-look.ts';
import { type PlacedTile, placeTile } from './tile-places.ts';

const MAX_MEASURED = 4_000;

/** Writes the names of a view. @param language as in `name_pl` */
export function createNamesWriter(language: string) {
  /** Widths of texts in the look written last. */
  const widths = new Map<string, number>();
  let measured: StreetLook | null = null;

  return (
    context: Context,
    { frame, pixelRatio, obstacles, others }: NamesRequest,
    loaded: readonly AddressedTile[],
    look: StreetLook,
  ): void => {
    const tiles = loaded.map((tile) => placeTile(tile, frame));
    if (look !== measured) widths.clear();
    measured = look;
    const measure = (text: string, style: LabelStyle) => {
      const key = `${style} ${text}`;
      const cached = widths.get(key);
      if (cached !== undefined) return cached;
      const width = measureLabel(context, text, style, look);
      if (widths.size >= MAX_MEASURED) widths.clear();
      widths.set(key, width);
      return width;
    };
    context.save();
    try {
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
      const outside = others.filter((name) => !tiles.some((tile) => covers(tile, name)));
      paintLabels(context, [...listNames(tiles, frame, language, measure), ...outside], obstacles, look);
    } catch {
      // Names written before the error are shown.
    } finally {
      context.restore();
    }
  };
}

const covers = ({ west, north, pixelsPerUnit }: PlacedTile, { x, y }: LabelCandidate): boolean =>
  x >= west && y >= north && x < west + TILE_UNITS * pixelsPerUnit && y < north + TILE_UNITS * pixelsPerUnit;
