/**
 * Moves a parcel's numbers from the query (`/parcel?number=…`, as in shops' older mails) to the fragment, which browsers send to no server,
 * before anything is requested. Leaves no entry in the history.
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
