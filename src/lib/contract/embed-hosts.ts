import * as z from 'zod/mini';

/** `GET /api/embed`: the origins whose pages may frame the picker. The same list as in the header `frame-ancestors`. */
export const embedHostsSchema = z.looseObject({ origins: z.array(z.string()) });

export type EmbedHosts = z.infer<typeof embedHostsSchema>;
