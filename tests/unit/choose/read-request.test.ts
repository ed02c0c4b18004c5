import { expect, it } from 'vitest';
import { readChooseRequest } from '../../../src/lib/choose/read-request.ts';

const RETURN = 'return=https%3A%2F%2Fshop.example%2Fpoint&state=abc';

it('the fragment has the element’s attributes by their names, and objects as JSON', () => {
  const fragment = `#${RETURN}&country=PL,cz&point-type=APM&exclude-ids=A%20B&postal-code=00-001&city=Warszawa&latitude=52.2&longitude=21&zoom=14&value=PL_1&theme=dark&language=pl&confirm=immediate&remember&filter=${encodeURIComponent('{"openNow":true}')}&look=${encodeURIComponent('{"colorPrimary":"#a00"}')}`;
  expect(readChooseRequest(fragment)).toEqual({
    request: {
      answer: 'redirect',
      needsApp: false,
      returnTo: 'https://shop.example/point',
      state: 'abc',
      shop: '',
      ask: false,
      config: {
        countries: ['PL', 'CZ'],
        pointTypes: ['APM'],
        excludeIds: ['A', 'B'],
        postalCode: '00-001',
        city: 'Warszawa',
        latitude: 52.2,
        longitude: 21,
        zoom: 14,
        value: 'PL_1',
        theme: 'dark',
        language: 'pl',
        confirm: 'immediate',
        remember: true,
        filter: { openNow: true, rules: undefined },
        look: { colorPrimary: '#a00' },
      },
    },
    problems: [],
  });
});

it('settings that aren’t usable are left out and reported, without their values', () => {
  const { request, problems } = readChooseRequest(`#${RETURN}&filter={&latitude=north&theme=pink`);
  expect(request?.config).toEqual({});
  expect(problems).toEqual([
    'filter: is not JSON.',
    'latitude: is not a usable value.',
    'theme: must be one of auto, light, dark.',
  ]);
});

it('a stranger’s link can’t replace the page’s own texts, nor take the shape of an element', () => {
  const { request } = readChooseRequest(`#${RETURN}&messages={"picker_heading":"x"}&mode=inline&readonly`);
  expect(request?.config).toEqual({});
});

it.each([
  ['Fern', 'Fern'],
  ['  Fern & Co ', 'Fern & Co'],
  // U+202E turns the direction of what follows, U+0007 is a control.
  ['Fern‮\u0007', 'Fern'],
  ['F'.repeat(60), 'F'.repeat(40)],
])('the shop’s name %j is shown as %j', (written, shown) => {
  const fragment = `#${RETURN}&shop=${encodeURIComponent(written)}`;
  expect(readChooseRequest(fragment).request?.shop).toBe(shown);
});

// RFC 6749 §10.12.
// Proves: security/choose-state.
it.each([
  ['no state', 'return=https://shop.example/point'],
  ['an empty state', 'return=https://shop.example/point&state='],
  ['a state that would add to the address', 'return=https://shop.example/point&state=a%26point%3DPL_1'],
  ['a state of 513 characters', `return=https://shop.example/point&state=${'a'.repeat(513)}`],
  ['a form without a state', 'return=https://shop.example/point&answer=post'],
  ['a redirect without an address', 'state=abc&answer=redirect'],
  ['a form without an address', 'state=abc&answer=post'],
  ['an answer that isn’t known', `${RETURN}&answer=mail`],
])('a request with %s is refused, so that no choice is taken over', (_what, fragment) => {
  expect(readChooseRequest(`#${fragment}`).request).toBeNull();
});

it.each([
  ['aA0_.~-', true],
  ['a'.repeat(512), true],
  ['a'.repeat(513), false],
  ['', false],
  ['a b', false],
  ['a&point=1', false],
  ['ä', false],
  ['a\n', false],
])('the state %j is accepted: %s', (state, isAccepted) => {
  const fragment = `#return=https://shop.example/point&state=${encodeURIComponent(state)}`;
  expect(readChooseRequest(fragment).request !== null).toBe(isAccepted);
});

it.each([
  // Without an app, the page then says that the link is incomplete.
  ['', 'bridge', true],
  ['state=abc', 'bridge', true],
  [RETURN, 'redirect', false],
  [`${RETURN}&answer=post`, 'post', false],
  // Some apps add their bridge later.
  ['answer=bridge', 'bridge', false],
  [`${RETURN}&answer=bridge&ask=1`, 'bridge', false],
])('the fragment "%s" is answered by %s', (fragment, answer, needsApp) => {
  expect(readChooseRequest(`#${fragment}`).request).toMatchObject({ answer, needsApp });
});
