import { defineMiddlewares, validateAndTransformBody } from '@medusajs/framework/http';
import { z } from '@medusajs/framework/zod';

export default defineMiddlewares({
  routes: [
    {
      matcher: '/store/carts/:id/pickup-point',
      methods: ['POST'],
      middlewares: [
        validateAndTransformBody(z.object({ option_id: z.string().min(1), point_id: z.string().min(1) })),
      ],
    },
    {
      matcher: '/admin/droppoint/orders/:id/pickup-point',
      methods: ['POST'],
      middlewares: [validateAndTransformBody(z.object({ point_id: z.string().min(1) }))],
    },
    {
      matcher: '/store/droppoint/returns',
      methods: ['POST'],
      middlewares: [
        validateAndTransformBody(
          z.object({ order_number: z.string().regex(/^\d{1,9}$/), email: z.string().email() }),
        ),
      ],
    },
    // The signature of an event covers its bytes.
    {
      matcher: '/droppoint/events',
      methods: ['POST'],
      bodyParser: { preserveRawBody: true, sizeLimit: '256kb' },
    },
  ],
});
