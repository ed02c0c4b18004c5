/**
 * Moves parcel numbers from the query (`/parcel?number=…`, as in older mails of shops) to the fragment,
 * which browsers don't send to any server, before anything is requested. Adds no history entry.
 */
export function hideNumbers(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  history: Pick<History, 'replaceState' | 'state'>,
): void {
  const query = new URLSearchParams(search);
  const numbers = query.getAll('number').map(encodeURIComponent);
  if (numbers.length === 0) return;
  query.delete('number');
  const rest = `${query}`;
  history.replaceState(history.state, '', `${pathname}${rest && `?${rest}`}#${numbers.join(',')}`);
}
