import * as z from 'zod/mini';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Not `z.uuid`, which would add all of zod's formats to the first file of every page. */
export const uuidSchema = z.string().check(z.regex(UUID));
