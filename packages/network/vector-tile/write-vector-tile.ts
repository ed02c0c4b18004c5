import { PbfWriter } from 'pbf';
import { CLOSE_PATH, LINE_TO, MOVE_TO } from './read-geometry.ts';
import type { TileFeature, TileLayer, TileValue } from './read-vector-tile.ts';

/** Writes a vector tile of version 2. Omits layers without features. */
export function writeVectorTile(layers: readonly TileLayer[]): Uint8Array {
  const writer = new PbfWriter();
  for (const layer of layers) {
    if (layer.features.length > 0) writer.writeMessage(3, writeLayer, layer);
  }
  return writer.finish();
}

function writeLayer(layer: TileLayer, writer: PbfWriter): void {
  const keys = new Map<string, number>();
  const values = new Map<TileValue, number>();
  writer.writeVarintField(15, 2);
  writeText(writer, 1, layer.name);
  writer.writeVarintField(5, layer.extent);
  for (const feature of layer.features) {
    const tags = Object.entries(feature.properties).flatMap(([key, value]) => [
      indexOf(keys, key),
      indexOf(values, value),
    ]);
    writer.writeMessage(2, writeFeature, { feature, tags });
  }
  for (const key of keys.keys()) writeText(writer, 3, key);
  for (const value of values.keys()) writer.writeMessage(4, writeValue, value);
}

function indexOf<Key>(indexes: Map<Key, number>, key: Key): number {
  const index = indexes.get(key) ?? indexes.size;
  indexes.set(key, index);
  return index;
}

function writeFeature({ feature, tags }: { feature: TileFeature; tags: number[] }, writer: PbfWriter): void {
  if (tags.length > 0) writer.writePackedVarint(2, tags);
  writer.writeVarintField(3, feature.type);
  writer.writePackedVarint(4, writeGeometry(feature));
}

function writeGeometry({ type, geometry: { positions, ends } }: TileFeature): number[] {
  const numbers: number[] = [];
  let x = 0;
  let y = 0;
  const push = (at: number) => {
    numbers.push(zigzag(positions[at]! - x), zigzag(positions[at + 1]! - y));
    x = positions[at]!;
    y = positions[at + 1]!;
  };
  let start = 0;
  for (const end of ends) {
    const moves = type === 1 ? (end - start) / 2 : 1;
    const lines = (end - start) / 2 - moves;
    numbers.push(writeCommand(MOVE_TO, moves));
    for (let at = start; at < end; at += 2) {
      if (at === start + 2 * moves) numbers.push(writeCommand(LINE_TO, lines));
      push(at);
    }
    if (type === 3) numbers.push(writeCommand(CLOSE_PATH, 1));
    start = end;
  }
  return numbers;
}

const writeCommand = (command: number, count: number) => (count << 3) | command;
const zigzag = (value: number) => (value << 1) ^ (value >> 31);

function writeValue(value: TileValue, writer: PbfWriter): void {
  if (typeof value === 'string') writeText(writer, 1, value);
  else if (typeof value === 'boolean') writer.writeBooleanField(7, value);
  else if (Number.isInteger(value) && value >= 0) writer.writeVarintField(5, value);
  else if (Number.isInteger(value)) writer.writeSVarintField(6, value);
  else writer.writeDoubleField(3, value);
}

const encoder = new TextEncoder();

/** Replaces the library's `writeStringField`, which encodes characters beyond U+1FFFF incorrectly (pbf 5.1.2). */
function writeText(writer: PbfWriter, field: number, text: string): void {
  writer.writeBytesField(field, encoder.encode(text));
}
