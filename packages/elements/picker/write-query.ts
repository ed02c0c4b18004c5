/** Names and values of a query or fragment. */
export type Parameters = [name: string, value: unknown][];

/** Writes parameters as a query; those without a value are left out, and 0 is one: Greenwich has the longitude 0. */
export const writeQuery = (parameters: Parameters) =>
  String(new URLSearchParams(parameters.filter(([, value]) => value || value === 0) as string[][]));
