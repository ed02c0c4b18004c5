import { defineMiddlewares, validateAndTransformBody } from '@medusajs/framework/http';
import { z } from '@medusajs/framework/zod';

const text = z.string().min(1);

/** A route for bodies with these fields. */
const post = (matcher: string, fields: Record<string, z.ZodType>) => ({
  matcher,
  methods: ['POST' as const],
  middlewares: [validateAndTransformBody(z.object(fields))],
});

export default defineMiddlewares({
  routes: [
    post('/store/carts/:id/pickup-point', { option_id: text, point_id: text }),
    post('/admin/droppoint/orders/:id/pickup-point', { point_id: text }),
    post('/store/droppoint/returns', {
      order_number: z.string().regex(/^\d{1,9}$/),
      email: z.string().email(),
    }),
    {
      matcher: '/droppoint/events',
      methods: ['POST'],
      // The signature of an event covers its bytes.
      bodyParser: { preserveRawBody: true, sizeLimit: '256kb' },
    },
  ],
});
