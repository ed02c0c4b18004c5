import { vi } from 'vitest';

/** The page's own tokens, which the shop's values replace. */
const OWN = {
  '--dp-surface': '#ffffff',
  '--dp-on-surface': '#111111',
  '--dp-primary': '#004499',
  '--dp-on-primary': '#ffffff',
  '--dp-outline': '#777777',
};

/** A page's root: its inline style as a map, its theme. */
export function makeRoot() {
  const set = new Map<string, string>();
  const style = {
    setProperty: (name: string, value: string) => (value === '' ? set.delete(name) : set.set(name, value)),
    removeProperty: (name: string) => set.delete(name),
  };
  return { style, dataset: {} as Record<string, string>, set };
}

/**
 * Replaces the browser's functions that applying a look needs.
 * @param supports the answer of `CSS.supports`
 */
export function stubPage(supports: (property: string, value: string) => boolean): void {
  vi.stubGlobal('CSS', { supports });
  vi.stubGlobal('getComputedStyle', ({ set }: ReturnType<typeof makeRoot>) => ({
    getPropertyValue: (name: string) => set.get(name) ?? OWN[name as keyof typeof OWN] ?? '',
  }));
  // A canvas of one pixel that knows colours like #aabbcc.
  vi.stubGlobal('document', {
    createElement: (tag: string) => {
      const context = {
        fillStyle: '',
        filled: '',
        fillRect: (...[x, y, width, height]: number[]) =>
          (context.filled = `${x} ${y} ${width} ${height}` === '0 0 1 1' ? context.fillStyle : ''),
        getImageData: () => ({
          data: [1, 3, 5].map((at) => Number.parseInt(context.filled.slice(at, at + 2), 16)),
        }),
      };
      const canvas = {
        width: 300,
        height: 150,
        getContext: (kind: string) => (kind === '2d' ? context : null),
      };
      return tag === 'canvas' ? canvas : null;
    },
  });
}
