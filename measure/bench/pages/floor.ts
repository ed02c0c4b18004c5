/**
 * The least that a page can do: load the manifest and the block under the centre of the view, and draw dots. No map, no framework,
 * no checks. It is inlined
 * into the page; must stay below 2 KB.
 */
interface Manifest {
  version: string;
  squares: string;
}

const WORLD = 2 ** 26;
const query = new URLSearchParams(location.search);
const scale = (256 * 2 ** Number(query.get('zoom'))) / WORLD;
const sine = Math.sin((Number(query.get('latitude')) * Math.PI) / 180);
const middleX = (Number(query.get('longitude')) / 360 + 0.5) * WORLD;
const middleY = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * WORLD;

async function run(): Promise<void> {
  const { version, squares } = (await (await fetch('/snapshot/manifest.json')).json()) as Manifest;
  let middleKey = 0;
  for (let bit = 25; bit >= 0; bit--) {
    const side = 2 ** bit;
    middleKey = middleKey * 4 + (Math.floor(middleY / side) % 2) * 2 + (Math.floor(middleX / side) % 2);
  }
  let key = 0;
  let file = -1;
  for (let at = 0; ; at++) {
    const letter = squares.charCodeAt(at);
    if (letter < 96) file++;
    const size = 4 ** (27 - (letter & 31));
    if (key + size > middleKey) break;
    key += size;
  }
  const answer = await fetch(`/snapshot/${version}/blocks/${file}.bin`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let read = 0;
  const next = () => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[read++]!;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  // Read once: each read would make the browser lay out the dots added so far.
  const [width, height] = [innerWidth, innerHeight];
  const dots = document.createDocumentFragment();
  const count = next();
  for (let skip = 0; skip < count; skip++) next();
  for (let point = 0; point < count; point++) {
    let rest = (key += next());
    let x = 0;
    let y = 0;
    for (let unit = 1; rest > 0; unit *= 2) {
      x += (rest % 2) * unit;
      y += (Math.floor(rest / 2) % 2) * unit;
      rest = Math.floor(rest / 4);
    }
    const left = width / 2 + (x - middleX) * scale;
    const top = height / 2 + (y - middleY) * scale;
    if (left < 0 || top < 0 || left > width || top > height) continue;
    const dot = document.createElement('i');
    dot.style.cssText = `left:${left}px;top:${top}px`;
    dots.append(dot);
  }
  document.body.append(dots);
}
void run();
