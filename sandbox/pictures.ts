import { hashText } from './network/random.ts';
import { Problem, type Reply } from './reply.ts';

/** Percentage of pictures that don't exist, so that developers see placeholders. */
const MISSING_PERCENT = 3;
const WIDTH = 320;
const HEIGHT = 200;

/** Makes the URL of a point's picture: /images/{locker|shop|point}/{id}.svg. */
export function makePictureUrl(imageBase: string, type: string, id: string): string {
  const motif = type === 'APM' ? 'locker' : type === 'PUDO' ? 'shop' : 'point';
  return `${imageBase}/images/${motif}/${encodeURIComponent(id)}.svg`;
}

/**
 * Draws a picture: a wall of lockers or a shop front; a hash of the name determines the hue.
 * @param name `{motif}/{id}`
 * @throws Problem 404 for MISSING_PERCENT of the names.
 */
export function drawPicture(name: string): Reply {
  const hash = hashText(name);
  if (hash % 100 < MISSING_PERCENT) throw new Problem(404, 'Not Found', 'This picture does not exist.');
  const hue = (hash >>> 8) % 360;
  const drawing = name.startsWith('locker/') ? drawLocker(hash, hue) : drawShop(hash, hue);
  return {
    status: 200,
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="320" height="200" fill="hsl(${(hue + 180) % 360} 30% 86%)"/><rect y="164" width="320" height="36" fill="hsl(${(hue + 180) % 360} 14% 62%)"/>${drawing}</svg>`,
  };
}

function drawLocker(hash: number, hue: number): string {
  const columns = 6 + (hash % 3);
  const left = (WIDTH - columns * 32) / 2;
  let doors = '';
  for (let column = 0; column < columns; column += 1) {
    if (column === Math.floor(columns / 2)) {
      doors += `<rect x="${left + column * 32 + 5}" y="74" width="22" height="28" rx="3" fill="#1c2230"/>`;
      continue;
    }
    const rows = 3 + ((hash >>> column) % 3);
    const height = 108 / rows;
    for (let row = 0; row < rows; row += 1) {
      doors += `<rect x="${left + column * 32 + 2}" y="${54 + row * height}" width="28" height="${height - 3}" rx="2" fill="hsl(${hue} 45% ${62 + ((hash >>> (row + column)) % 3) * 6}%)"/>`;
    }
  }
  return `<rect x="${left - 6}" y="40" width="${columns * 32 + 12}" height="130" rx="6" fill="hsl(${hue} 50% 34%)"/>${doors}`;
}

function drawShop(hash: number, hue: number): string {
  const door = 84 + (hash % 4) * 36;
  let awning = '';
  for (let stripe = 0; stripe < 8; stripe += 1) {
    const fill = stripe % 2 === 0 ? `hsl(${hue} 60% 45%)` : '#fff';
    awning += `<path d="M${64 + stripe * 24} 62h24v22a12 10 0 0 1-24 0z" fill="${fill}"/>`;
  }
  return `<rect x="70" y="40" width="180" height="130" fill="hsl(${hue} 25% 74%)"/><rect x="82" y="98" width="156" height="52" rx="2" fill="#dff0f7"/><rect x="${door}" y="96" width="38" height="74" fill="hsl(${hue} 45% 30%)"/><circle cx="${door + 31}" cy="134" r="3" fill="#fff"/>${awning}`;
}
