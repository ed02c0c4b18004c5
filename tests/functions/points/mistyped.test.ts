import { describe, expect, it } from 'vitest';
import { pointValiditySchema } from '#contract/validity.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { startPublished } from '../start-published.ts';

/** Ids as carriers write them: a country, a town, a number with gaps, and a letter; another form for counters. */
const TOWNS = ['PL_WAR', 'PL_KRA', 'PL_GDA', 'CZ_PRG', 'CZ_BRN', 'DE_BER'];
const ITEMS = makeGrid(15).map((item, at) => {
  const [town, serial] = [TOWNS[at % TOWNS.length]!, 100 + 13 * Math.floor(at / TOWNS.length)];
  const id = at % 5 === 0 ? `${town.slice(0, 3)}POP-${town.slice(3)}${serial}` : `${town}${serial}M`;
  return { ...item, id, country: town.slice(0, 2) };
});
const PUBLISHED = await publish(ITEMS, { rowsInPage: 16 });
const KNOWN = 'PL_KRA113M';
const COUNTER = ITEMS.find(({ id }) => id.startsWith('CZ_POP-BRN'))!.id;

async function check(id: string, query = '') {
  const { harness, requested } = startPublished(PUBLISHED, 'edge');
  const answer = await harness.request(`/api/points/${encodeURIComponent(id)}${query}`);
  return { body: pointValiditySchema.parse(await answer.json()), requested };
}

describe('Check of an unknown id', () => {
  it.each([
    ['in lower case', 'pl_kra113m', KNOWN],
    ['with another separator', 'PL-KRA113M', KNOWN],
    ['without its separator', 'PLKRA113M', KNOWN],
    ['with blanks instead', 'PL KRA113M', KNOWN],
    ['in lower case, without its separators', COUNTER.toLowerCase().replaceAll(/[_-]/g, ''), COUNTER],
    ['with a character missing at its end', 'PL_KRA113', KNOWN],
    ['with a character missing in front', 'L_KRA113M', KNOWN],
    ['with a character missing in the middle', 'PL_KA113M', KNOWN],
    ['with a character too many', 'PL_KRA1133M', KNOWN],
    ['with a wrong character', 'PL_KRA113N', KNOWN],
    ['with a wrong character in front', 'PK_KRA113M', KNOWN],
    ['with a character missing and in lower case', 'pl_kra113', KNOWN],
  ])('%s is mistyped, and the answer names the intended id', async (_how, id, intended) => {
    const { body } = await check(id);
    expect(body).toMatchObject({ id, status: 'mistyped', isValid: false, meant: intended });
    expect(body.errors).toEqual([
      { code: 'mistyped', message: `There is no point ${id}. Did you mean ${intended}?` },
    ]);
    expect(body.alternatives.map(({ point }) => point.id)[0]).toBe(intended);
    expect(body.alternatives).toHaveLength(5);
    expect(new Set(body.alternatives.map(({ point }) => point.id)).size).toBe(5);
  });

  it('an id unlike any other is mistyped, without an intended one', async () => {
    for (const id of ['hello', 'PL/KRA', '000'])
      expect((await check(id)).body).toMatchObject({ status: 'mistyped', alternatives: [] });
    expect((await check('hello')).body.meant).toBeUndefined();
    expect((await check('hello')).body.errors).toEqual([
      { code: 'mistyped', message: 'There is no point hello, and no similar id.' },
    ]);
  });

  it('an id that resembles others is gone, even if several are equally similar', async () => {
    expect((await check('PL_KRA998M')).body).toMatchObject({ status: 'gone', alternatives: [] });
    // One character away from two.
    const twins = await publish([...ITEMS, { ...ITEMS[0]!, id: 'PL_KRA114M' }], { rowsInPage: 16 });
    const { harness } = startPublished(twins, 'edge');
    expect(await (await harness.request('/api/points/PL_KRA115M')).json()).toMatchObject({ status: 'gone' });
  });

  it('an id of an earlier version is gone, however similar another id is', async () => {
    const { harness, state } = startPublished(PUBLISHED, 'edge');
    const before = 'b'.repeat(16);
    const closed = { ...ITEMS[0]!, id: 'PL_KRA113N' };
    for (const [name, content] of (await publish([...ITEMS, closed], { rowsInPage: 16 })).files)
      if (name !== 'manifest.json') state.files.set(name.replace(/^[0-9a-f]{16}/, before), content);
    const manifest = JSON.parse(state.files.get('manifest.json') as string) as object;
    state.files.set('manifest.json', JSON.stringify({ ...manifest, earlier: [before] }));
    expect(await (await harness.request('/api/points/PL_KRA113N')).json()).toMatchObject({ status: 'gone' });
  });

  it('an id with a known position was chosen, not typed: a wrong character is no mistake, another spelling is', async () => {
    const where = '?latitude=52.05&longitude=21.05';
    expect((await check('PL_KRA113N', where)).body.status).toBe('gone');
    const { body } = await check('pl_kra113m', where);
    expect(body).toMatchObject({ status: 'mistyped', meant: KNOWN });
    expect(body.alternatives[0]?.point.id).toBe(KNOWN);
    expect(body.alternatives[0]?.distanceMetres).toBeGreaterThan(0);
  });

  it('the intended point is offered only if the shop accepts it', async () => {
    const { body } = await check('pl_kra113m', '?country=CZ');
    expect(body.meant).toBe(KNOWN);
    expect(body.alternatives.map(({ point }) => point.country)).toEqual(['CZ', 'CZ', 'CZ', 'CZ', 'CZ']);
  });

  it('shoppers get the explanation in the language of the query', async () => {
    const request = async (query: string) => (await check('pl_kra113m', query)).body.errors[0];
    expect((await request(''))!.text).toBeUndefined();
    for (const [tag, text] of [
      ['pl-PL', 'Nie ma punktu odbioru o tym numerze.'],
      ['DE', 'Es gibt keine Abholstelle mit dieser Nummer.'],
      ['tlh', 'There is no pick-up point with this number.'],
      ['__proto__', 'There is no pick-up point with this number.'],
      ['en-', 'There is no pick-up point with this number.'],
    ])
      expect(await request(`?language=${tag}`)).toMatchObject({ code: 'mistyped', text });
    const other = (await check(KNOWN, '?language=nl&country=CZ')).body.errors;
    expect(other).toMatchObject([{ code: 'country', text: 'De winkel bezorgt niet bij dit punt.' }]);
    const rules = JSON.stringify({ rules: [{ reason: 'Too heavy.' }] });
    const refused = (await check(KNOWN, `?language=nl&filter=${encodeURIComponent(rules)}`)).body.errors;
    expect(refused).toMatchObject([{ code: 'rule', text: 'Too heavy.' }]);
  });
});
