/** Two points at a position are two pins. */
const IN_STACK = 3;

/**
 * Finds a position that several points of a network share, so that they are drawn as a stack.
 * @param origin origin of a running Droppoint
 * @returns the path and query of a view of that position
 * @throws Error if the first page of the list has no such position
 */
export async function findStack(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/points?page=1&perPage=500`);
  const { items } = (await answer.json()) as {
    items: { coordinates?: { latitude: number; longitude: number } | null }[];
  };
  const seen = new Map<string, number>();
  for (const { coordinates } of items) {
    if (!coordinates) continue;
    const place = `/?latitude=${coordinates.latitude}&longitude=${coordinates.longitude}&zoom=19`;
    const amount = (seen.get(place) ?? 0) + 1;
    if (amount === IN_STACK) return place;
    seen.set(place, amount);
  }
  throw new Error(`No ${IN_STACK} points of the first page share a position.`);
}
