import { describe, expect, it } from 'vitest';
import { findIntendedId } from '../../../functions/points/find-intended-id.ts';

/** A table of ids in pages, and how often pages were read and single ids looked up. */
function makeTable(ids: readonly string[], rowsInPage: number) {
  const sorted = [...ids].sort();
  const pages: string[][] = [];
  for (let at = 0; at < sorted.length; at += rowsInPage) pages.push(sorted.slice(at, at + rowsInPage));
  const counts = { pages: 0, lookUps: 0 };
  const table = {
    listFirstIds: () => Promise.resolve(pages.map(([first]) => first!)),
    readIds(page: number) {
      counts.pages++;
      return Promise.resolve(pages[page]!);
    },
    hasId(id: string) {
      counts.lookUps++;
      return Promise.resolve(sorted.includes(id));
    },
  };
  const find = (id: string, isTyped = true) => findIntendedId(table, id, isTyped);
  return { find, counts };
}

/** Ids of which no two are similar, of two forms. */
const IDS = [
  ...['AT_WIE105B', 'AT_GRZ412K', 'BE_BRU530C', 'CZ_PRG207K', 'CZ_BRN618F', 'DE_BER331Q', 'DE_HAM744W'],
  ...['FR_PAR859N', 'HU_BUD963H', 'PL_KRA113M', 'PL_GDA226T', 'SK_KOS572Z', 'PL_POP-WAR391', 'CZ_POP-OST845'],
];
/** Ids of each form, and from each part of the table. */
const SOME = IDS.filter((_id, at) => at % 3 === 0);
const LETTERS = [...'A5_'];

/** All texts that differ from a text by one character, and don't begin like another of the ids. */
function listEdits(id: string): string[] {
  const edits = new Set<string>();
  for (let at = 0; at <= id.length; at++) {
    const [before, after] = [id.slice(0, at), id.slice(at)];
    edits.add(before + after.slice(1));
    for (const letter of LETTERS) edits.add(before + letter + after).add(before + letter + after.slice(1));
  }
  edits.delete(id);
  return [...edits];
}

/** The results that differ from the id that the text was made from. */
async function findWrong(find: ReturnType<typeof makeTable>['find']) {
  const wrong: [id: string, edit: string, meant: string | null][] = [];
  for (const id of SOME)
    for (const edit of listEdits(id)) {
      const { meant: intended } = await find(edit);
      if (intended !== id) wrong.push([id, edit, intended]);
    }
  return wrong;
}

describe('Intended id of an unknown one', () => {
  it('an id that differs by two characters isn’t the intended one', async () => {
    const { find } = makeTable(IDS, 3);
    for (const id of [
      'PL_KRA224M',
      'PL_KRA11',
      'PL_KRA113MXX',
      'LP_KRA113M',
      'XL_KRA113X',
      'P_KRA13M',
      'PLL_KRAA113M',
    ])
      expect([id, (await find(id)).meant]).toEqual([id, null]);
  });

  it('an id with two more or two fewer of equal characters isn’t the intended one', async () => {
    const { find } = makeTable(['PL_1111'], 1);
    for (const id of ['PL_11', 'PL_111111', 'PPPL_1111'])
      expect([id, (await find(id)).meant]).toEqual([id, null]);
    expect((await find('PL_111')).meant).toBe('PL_1111');
    expect((await find('PL_11111')).meant).toBe('PL_1111');
  });

  it('no id is intended if several differ by one character', async () => {
    const { find } = makeTable([...IDS, 'PL_KRA114M'], 3);
    expect((await find('PL_KRA115M')).meant).toBeNull();
    expect((await find('PL_KRA113N')).meant).toBe('PL_KRA113M');
    // An id with the same letters and digits is the intended one.
    expect((await find('pl-kra113m')).meant).toBe('PL_KRA113M');
  });

  it.each([
    ['pl_kra113m', 'PL_KRA113M'],
    ['PLKRA113M', 'PL_KRA113M'],
    ['PL-KRA-113M', 'PL_KRA113M'],
    [' pl kra 113 m ', 'PL_KRA113M'],
    ['plpopwar391', 'PL_POP-WAR391'],
    ['pl-pop_war391', 'PL_POP-WAR391'],
    ['PL_POPWAR391', 'PL_POP-WAR391'],
  ])('another spelling of an id is recognised, whoever asks: %s', async (id, intended) => {
    const { find } = makeTable(IDS, 3);
    expect([(await find(id)).meant, (await find(id, false)).meant]).toEqual([intended, intended]);
  });

  it('an id that wasn’t typed doesn’t count as mistyped', async () => {
    const { find } = makeTable(IDS, 3);
    for (const id of ['PL_KRA113N', 'PL_KRA113', 'PK_KRA113M', 'pl_kra113n'])
      expect([id, (await find(id, false)).meant]).toEqual([id, null]);
  });

  it('an id isn’t capitalised if the ids have lower-case letters', async () => {
    const { find } = makeTable(['Waw_01x', 'Krk_02y'], 1);
    expect((await find('WAW_01X')).meant).toBeNull();
    expect((await find('waw_01x')).meant).toBe('Waw_01x');
    expect((await find('Waw01x')).meant).toBe('Waw_01x');
    const { find: findBoth } = makeTable(['WAW_01X', 'Krk_02y'], 1);
    expect((await findBoth('waw_01x')).meant).toBeNull();
  });

  it('an id without any letter or digit has no intended one', async () => {
    expect((await makeTable(IDS, 3).find('')).meant).toBeNull();
  });

  it.each([
    ['in one page', 100],
    ['in pages of one', 1],
  ])(
    'an id that differs by one character is the intended one, at any position, with the ids %s',
    async (_how, rows) => {
      expect(await findWrong(makeTable(IDS, rows).find)).toEqual([]);
    },
  );

  it('an id that differs in its first characters is found only if some page begins with that beginning', async () => {
    const wrong = await findWrong(makeTable(IDS, 3).find);
    const isInFront = (id: string, edit: string) => !edit.startsWith(id.slice(0, 3));
    expect(wrong.filter(([id, edit, intended]) => intended !== null || !isInFront(id, edit))).toEqual([]);
  });
});

describe('Unknown id that resembles others', () => {
  it('an id resembles others if they have the same separators', async () => {
    const { find } = makeTable(IDS, 3);
    const like = async (id: string) => {
      const { meant: intended, isLikeOthers } = await find(id, false);
      expect(intended).toBeNull();
      return isLikeOthers;
    };
    expect([await like('XX_999'), await like('XX_POP-999999'), await like('XX_')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([await like('XX-999'), await like('XXX_99'), await like('XX999'), await like('X_X_X')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('an id resembles others even if these begin no page', async () => {
    const { find } = makeTable(['0_1', 'A_2', 'AB-1', 'C_1'], 100);
    expect((await find('AB-99')).isLikeOthers).toBe(true);
    expect((await find('AB/99')).isLikeOthers).toBe(false);
  });
});

describe('Search in a large table of ids', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => {
    const letter = String.fromCharCode(65 + (at % 26));
    return `PL_${String(at * 7).padStart(6, '0')}${letter}`;
  });

  it('a search reads at most eight pages and looks up at most fifty ids, whatever is asked', async () => {
    const { find, counts } = makeTable(many, 4);
    for (const id of [
      'PL_000001',
      'pl_000001',
      'XX_000001',
      'X',
      '',
      '_'.repeat(200),
      '9'.repeat(200),
      'PL_0',
    ]) {
      Object.assign(counts, { pages: 0, lookUps: 0 });
      await find(id);
      expect([id, counts.pages <= 8, counts.lookUps <= 50]).toEqual([id, true, true]);
    }
  });

  it('a search finds an id by the characters after the mistake', async () => {
    const { find } = makeTable(many, 4);
    expect((await find('PL_00700W')).meant).toBe('PL_000700W');
    expect((await find('PL_0007000W')).meant).toBe('PL_000700W');
    expect((await find('PX_000700W')).meant).toBe('PL_000700W');
    expect((await find('L_000700W')).meant).toBe('PL_000700W');
  });

  it('a search tries the eight most frequent forms of ids', async () => {
    // Forms with the separator after one letter, two letters …; each is more frequent than the
    // previous one.
    const written = Array.from({ length: 10 }, (_, form) =>
      Array.from({ length: form + 1 }, (_, at) => {
        const text = `${String.fromCharCode(65 + form)}${String(at).padStart(11, '0')}`;
        return `${text.slice(0, form + 1)}-${text.slice(form + 1)}`;
      }),
    );
    // Each id begins a page.
    const { find, counts } = makeTable(written.flat(), 1);
    await find('ZZZZZZZZZZZZ');
    expect([counts.pages <= 8, counts.lookUps <= 50]).toEqual([true, true]);
    const found = [];
    for (const ids of written) found.push((await find(ids[0]!.replace('-', ''), false)).meant === ids[0]);
    expect(found).toEqual([false, false, ...Array<boolean>(8).fill(true)]);
  });
});
