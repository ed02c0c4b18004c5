/** Names and values of a query or fragment. */
export type Parameters = [name: string, value: unknown][];

/** Fields of an object as parameters, by their names, which spaces separate. */
export const pick = (fields: Readonly<Record<string, unknown>>, names: string): Parameters =>
  names.split(' ').map((name) => [name, fields[name]]);

/**
 * Writes parameters as a query. Those without a value are left out; 0 is a value: Greenwich has the
 * longitude 0.
 */
export const writeQuery = (parameters: Parameters) =>
  String(new URLSearchParams(parameters.filter(([, value]) => value || value === 0) as string[][]));
