import { expect, it } from 'vitest';
import { parseUrl } from '#platform/parse-url.ts';

it('An address with a letter that isn’t ASCII is one, however often it is parsed', () => {
  const refused = Array.from({ length: 20_000 }, () => parseUrl('https://shöp.example/bild-ü.jpg')).filter(
    (url) => url?.href !== 'https://xn--shp-tna.example/bild-%C3%BC.jpg',
  );
  expect(refused).toEqual([]);
  expect(parseUrl('no address')).toBe(null);
});
