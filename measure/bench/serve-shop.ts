import { listen, type Listening } from '../../tests/processes.ts';

/** A street in the middle of Warsaw, as in the cold part. */
const START = 'latitude="52.2297" longitude="21.0122" zoom="14"';

/**
 * Serves a shop's checkout page with the widget, as in docs/embedding.md.
 * @param shop origin at which it is served, on a different site than the picker
 * @param droppoint origin of the picker
 */
export function serveShop(shop: string, droppoint: string): Promise<Listening> {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Checkout</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<script type="module" src="${droppoint}/v1/droppoint.js" crossorigin></script></head>
<body><form><droppoint-picker name="pickup_point" ${START}></droppoint-picker></form></body></html>`;
  return listen(
    (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page);
    },
    Number(new URL(shop).port),
  );
}
