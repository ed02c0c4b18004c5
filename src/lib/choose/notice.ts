/**
 * Shown by `/choose` in place of the map. `incomplete`: the address has no usable state or answer. `unlisted`:
 * its return isn't on the operator's list, so nothing leads there. `standalone`: no app is around the page.
 * `chosen`, `cancelled`: the browser was sent to `href`; apps don't always open by themselves. `failed`: the
 * list couldn't be loaded.
 */
export type Notice =
  | { kind: 'incomplete' | 'unlisted' | 'standalone' }
  | { kind: 'chosen' | 'cancelled'; href: string | null }
  | { kind: 'failed'; error: unknown; onretry: () => void };
