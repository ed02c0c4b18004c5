import { config } from 'zod/mini';
import { holdCallbackQuery } from '$lib/login/callback-query.ts';

// zod probes for `new Function`, which the content security policy refuses and reports.
config({ jitless: true });

holdCallbackQuery(location, history);
