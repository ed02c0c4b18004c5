import { expect, it } from 'vitest';
import { readChooseRequest } from '../../../src/lib/choose/read-request.ts';

const RETURN = 'return=https%3A%2F%2Fshop.example%2Fpoint&state=abc';

it('the fragment has the element’s attributes by their names, and objects as JSON', () => {
  const fragment = `#${RETURN}&country=PL,cz&point-type=APM&exclude-ids=A%20B&postal-code=00-001&city=Warszawa&latitude=52.2&longitude=21&zoom=14&value=PL_1&theme=dark&language=pl&confirm=immediate&remember&filter=${encodeURIComponent('{"openNow":true}')}&look=${encodeURIComponent('{"colorPrimary":"#a00"}')}`;
  expect(readChooseRequest(fragment, false)).toEqual({
    request: {
      answer: 'redirect',
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
  const { request, problems } = readChooseRequest(`#${RETURN}&filter={&latitude=north&theme=pink`, false);
  expect(request?.config).toEqual({});
  expect(problems).toEqual([
    'filter: is not JSON.',
    'latitude: is not a usable value.',
    'theme: must be one of auto, light, dark.',
  ]);
});

it('a stranger’s link can’t replace the page’s own texts, nor take the shape of an element', () => {
  const { request } = readChooseRequest(
    `#${RETURN}&messages={"picker_heading":"x"}&mode=inline&readonly`,
    false,
  );
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
  expect(readChooseRequest(fragment, false).request?.shop).toBe(shown);
});

// RFC 6749 §10.12.
// Proves: security/choose-state.
it.each([
  ['no state', 'return=https://shop.example/point'],
  ['an empty state', 'return=https://shop.example/point&state='],
  ['a state that would add to the address', 'return=https://shop.example/point&state=a%26point%3DPL_1'],
  ['a state of 513 characters', `return=https://shop.example/point&state=${'a'.repeat(513)}`],
  ['a form without a state', 'return=https://shop.example/point&answer=post'],
  ['a state without an address', 'state=abc'],
  ['a form without an address', 'state=abc&answer=post'],
  ['an answer that isn’t known', `${RETURN}&answer=mail`],
  ['nothing', ''],
])('a request with %s is refused, so that no choice is taken over', (_what, fragment) => {
  expect(readChooseRequest(`#${fragment}`, false).request).toBeNull();
});

it.each([
  ['', true, 'bridge'],
  [RETURN, true, 'redirect'],
  [`${RETURN}&answer=post`, true, 'post'],
  // Some apps add their bridge later.
  ['answer=bridge', false, 'bridge'],
  [`${RETURN}&answer=bridge&ask=1`, true, 'bridge'],
])('the fragment "%s" with an app around the page (%s) is answered by %s', (fragment, hasApp, answer) => {
  expect(readChooseRequest(`#${fragment}`, hasApp).request?.answer).toBe(answer);
});
