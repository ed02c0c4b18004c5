/** A point in the peers' data. */
export type Row = readonly [
  id: string,
  latitude: number,
  longitude: number,
  country: string,
  type: string,
  locationType: string,
];

/** Loads the whole network, which is one JSON file. */
export async function fetchRows(address: string): Promise<Row[]> {
  const answer = await fetch(address);
  return (await answer.json()) as Row[];
}
