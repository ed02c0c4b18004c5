import type { Label } from '@droppoint/platform';

const MAX_LABELS = 100;
const labels = new Map<string, Label>();

/**
 * Stores a label that came with its parcel until the subscriber stores it: the provider has no access to the
 * file module. A label that isn't here is fetched again.
 */
export function storeFreshLabel(number: string, label: Label): void {
  labels.set(number, label);
  const [oldest] = labels.keys();
  if (labels.size > MAX_LABELS) labels.delete(oldest!);
}

export function takeFreshLabel(number: string): Label | null {
  const label = labels.get(number) ?? null;
  labels.delete(number);
  return label;
}
