/**
 * Finds a position that several points of a network share.
 * @param origin origin of a running Droppoint
 * @returns the path and query of a view of that position
 * @throws Error if the first page of the list has no such position
 */
export async function findStack(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/points?page=1&perPage=500`);
  const { items } = (await answer.json()) as {
    items: { coordinates?: { latitude: number; longitude: number } | null }[];
  };
  const seen = new Set<string>();
  for (const { coordinates } of items) {
    if (!coordinates) continue;
    const place = `/?latitude=${coordinates.latitude}&longitude=${coordinates.longitude}&zoom=19`;
    if (seen.has(place)) return place;
    seen.add(place);
  }
  throw new Error('No two points of the first page share a position.');
}
