import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPickerConfig } from '#contract/picker-config.ts';
import {
  OBSERVED_ATTRIBUTES,
  type AttributesElement,
  readAttributes,
  SWITCHES,
} from '../../../packages/elements/picker/attributes.ts';
import { mirrorAttributes } from '../../../packages/elements/shared/base.ts';
import { FakeElement } from './fake-element.ts';

const style = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('getComputedStyle', () => ({
    colorScheme: style.get('color-scheme') ?? 'normal',
    getPropertyValue: (name: string) => style.get(name) ?? '',
  }));
});
afterEach(() => {
  style.clear();
  vi.unstubAllGlobals();
});

class Mirrored extends FakeElement {}
mirrorAttributes(Mirrored.prototype as unknown as HTMLElement, OBSERVED_ATTRIBUTES, SWITCHES);
type Property = Record<string, unknown>;

const elementWith = (attributes: Readonly<Record<string, string>>) => {
  const element = new Mirrored();
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const read = (element: FakeElement) => readAttributes(element as unknown as AttributesElement);
const camelCase = (name: string) =>
  name
    .split('-')
    .map((part, at) => (at === 0 ? part : part[0]!.toUpperCase() + part.slice(1)))
    .join('');

describe('attributes of the picker’s element', () => {
  // Proves: embedding/attributes.
  it('the picker understands every attribute of the element', () => {
    const texts = { city: 'Warszawa', address: 'Prosta 1', geolocation: 'off', view: 'list', language: 'pl' };
    const settings = {
      ...{
        country: 'pl, cz',
        'point-type': 'APM PUDO',
        'location-type': 'INDOOR',
        'exclude-ids': 'PL_A,PL_B',
      },
      ...{ ...texts, 'postal-code': '00-950', theme: 'dark', confirm: 'immediate', 'map-consent': 'granted' },
      ...{ latitude: '52.2', longitude: '21', zoom: '13', remember: '', readonly: '' },
    };
    const { config, problems } = readPickerConfig(read(elementWith(settings)));
    expect(problems).toEqual([]);
    expect(config).toMatchObject({
      countries: ['PL', 'CZ'],
      pointTypes: ['APM', 'PUDO'],
      locationTypes: ['INDOOR'],
      excludeIds: ['PL_A', 'PL_B'],
      ...{ ...texts, postalCode: '00-950', theme: 'dark', confirm: 'immediate', mapConsent: 'granted' },
      ...{ latitude: 52.2, longitude: 21, zoom: 13, remember: true, readonly: true },
    });
  });

  it('a missing attribute leaves the picker’s default', () => {
    const { config, problems } = readPickerConfig(read(new FakeElement()));
    expect(problems).toEqual([]);
    const theme = 'light';
    expect(config).toEqual({ look: expect.anything() as unknown, theme, remember: false, readonly: false });
  });

  it.each([
    ['normal', 'light'],
    ['light', 'light'],
    ['dark', 'dark'],
    ['only dark', 'dark'],
    ['light dark', 'auto'],
  ])('the theme follows a page with color-scheme %s, unless an attribute names one', (scheme, theme) => {
    style.set('color-scheme', scheme);
    expect(read(elementWith({}))).toMatchObject({ theme });
    expect(read(elementWith({ theme: 'auto' }))).toMatchObject({ theme });
    expect(read(elementWith({ theme: 'dark' }))).toMatchObject({ theme: 'dark' });
  });

  it('the language is that of the surrounding page, unless an attribute names one', () => {
    const element = elementWith({});
    element.languageAround = 'cs';
    expect(read(element)).toMatchObject({ language: 'cs' });
    element.setAttribute('language', 'pl');
    expect(read(element)).toMatchObject({ language: 'pl' });
  });

  it('a disabled fieldset makes the picker readonly', () => {
    const element = new FakeElement();
    element.isDisabled = true;
    expect(read(element)).toMatchObject({ readonly: true });
  });

  it('colours and font come from custom properties', () => {
    style.set('--droppoint-color-primary', ' #9a4a2b').set('--droppoint-radius', '4px');
    expect(read(new FakeElement())['look']).toMatchObject({ colorPrimary: ' #9a4a2b', radius: '4px' });
  });

  it('any text is passed to the frame, and the picker reports values that it can’t use', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...OBSERVED_ATTRIBUTES), fc.string()), (attributes) => {
        const config = structuredClone(read(elementWith(attributes)));
        const { problems } = readPickerConfig(config);
        for (const problem of problems) expect(problem).toMatch(/^[a-zA-Z]+: /);
      }),
    );
  });
});

describe('properties of the picker’s element', () => {
  const switches = ['readonly', 'remember', 'required', 'disabled', 'with-details', 'preselect'];
  const texts = OBSERVED_ATTRIBUTES.filter((name) => !switches.includes(name));

  it('a property reflects its attribute, in both directions', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.string(), (name, value) => {
        const element = new Mirrored();
        (element as unknown as Property)[camelCase(name)] = value;
        expect(element.getAttribute(name)).toBe(value);
        expect((element as unknown as Property)[camelCase(name)]).toBe(value);
      }),
    );
  });

  it.each(switches)('the switch %s reflects the presence of its attribute', (name) => {
    const element = new Mirrored() as unknown as Property & FakeElement;
    element[camelCase(name)] = true;
    expect(element.getAttribute(name)).toBe('');
    expect(element[camelCase(name)]).toBe(true);
    for (const off of [false, 'false', null, undefined, '']) {
      element[camelCase(name)] = true;
      element[camelCase(name)] = off;
      expect(element.hasAttribute(name)).toBe(false);
    }
  });

  it('lists and numbers are converted, and null removes the attribute', () => {
    const element = new Mirrored() as unknown as Property & FakeElement;
    element['country'] = ['PL', 'CZ'];
    element['latitude'] = 0;
    expect(element.getAttribute('country')).toBe('PL,CZ');
    expect(element.getAttribute('latitude')).toBe('0');
    element['country'] = null;
    expect(element.hasAttribute('country')).toBe(false);
    expect(element['country']).toBe('');
  });
});
