import { WORLD } from '#network/snapshot-format/mercator.ts';
import type { Box } from '../frame.ts';
import type { Context } from '../label-styles.ts';
import { TILE_UNITS } from '../map-levels.ts';
import { FADE_PIXELS, fadeEdges } from './fade-edges.ts';
import { paintTile } from './paint-tile.ts';
import type { QueuedPicture } from './picture-queue.ts';
import type { StreetLook } from './street-look.ts';
import { PICTURE_PIXELS, type TileAddress } from './tile-places.ts';
import type { StreetTile } from './tile-reader.ts';

export interface AddressedTile {
  address: TileAddress;
  tile: StreetTile;
}

/** The box of a picture, a unit less on each side, so as not to touch its neighbours' tiles. */
export function boxOfPicture({ x, y, zoom }: QueuedPicture): Box {
  const side = WORLD / 2 ** zoom;
  return { west: x * side + 1, north: y * side + 1, east: (x + 1) * side - 1, south: (y + 1) * side - 1 };
}

/**
 * Paints a picture's tiles, in steps.
 * @param context of a square canvas
 */
export function* paintPicture(
  context: Context,
  picture: QueuedPicture,
  tiles: readonly AddressedTile[],
  look: StreetLook,
): Generator<void, void> {
  const { width } = context.canvas;
  const { zoom } = picture;
  const box = boxOfPicture(picture);
  const copy = Math.floor(box.west / WORLD) * WORLD;
  // Where two areas meet, no transition may be visible between them.
  const isAlone = tiles.every(({ address }) => address.area === tiles[0]!.address.area);
  context.clearRect(0, 0, width, width);
  for (const { address, tile } of tiles) {
    const { area, x, y } = address;
    const unit = WORLD / 2 ** address.zoom / TILE_UNITS;
    const west = (box.west - 1) / unit - x * TILE_UNITS;
    const north = (box.north - 1) / unit - y * TILE_UNITS;
    const pixelsPerUnit = (unit * 2 ** zoom * PICTURE_PIXELS) / WORLD;
    const side = PICTURE_PIXELS / pixelsPerUnit;
    const scale = width / side;
    context.save();
    try {
      context.setTransform(scale, 0, 0, scale, -west * scale, -north * scale);
      // Outside the operator's area, the base map shows.
      const [left, top] = [(area.west + copy) / unit - x * TILE_UNITS, area.north / unit - y * TILE_UNITS];
      const [right, bottom] = [left + (area.east - area.west) / unit, top + (area.south - area.north) / unit];
      context.beginPath();
      context.rect(left, top, right - left, bottom - top);
      context.clip();
      context.fillStyle = look.colours.land;
      context.fillRect(west, north, side, side);
      yield* paintTile(context, tile, { west, north, side, unitsPerPixel: 1 / pixelsPerUnit, zoom }, look);
      if (isAlone) {
        const seen = { left: west, top: north, right: west + side, bottom: north + side };
        fadeEdges(context, { left, top, right, bottom }, seen, FADE_PIXELS / pixelsPerUnit);
      }
    } finally {
      context.restore();
    }
  }
}
