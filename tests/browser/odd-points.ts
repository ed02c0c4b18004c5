import { writePoints } from './write-points.ts';

/** A point with every field set, and with long values. */
export const FULL_ID = 'PL_CARD';
export const FULL_PICTURE = 'https://pictures.example/card.svg';
const LONG = 'Behind the car park, between the second and the third entrance of the building. '.repeat(12);
const workday = [{ start: '08:00', end: '18:00' }];
const text = (content: string) => ({ content, translations: [] });

const FULL = {
  id: FULL_ID,
  type: 'APM',
  country: 'PL',
  locationType: 'OUTDOOR',
  imageUrl: FULL_PICTURE,
  coordinates: { latitude: 52.23, longitude: 21.01 },
  displayName: 'Locker with a name that is longer than one line of a narrow phone has room for',
  address: { street: 'Długa', buildingNumber: '7', postalCode: '00-950', city: 'Warszawa' },
  description: text('Next to the fountain'),
  description2: text(LONG),
  description3: text(LONG),
  capabilities: ['PARCEL_COLLECT', 'CARD_PAYMENT'],
  location247: false,
  operatingHours: {
    customer: {
      monday: workday,
      tuesday: workday,
      wednesday: [
        { start: '08:00', end: '12:00' },
        { start: '13:00', end: '20:00' },
      ],
      thursday: workday,
      friday: workday,
      saturday: [{ start: '09:00', end: '13:00' }],
      sunday: [],
    },
  },
};

/** A shop near that locker. */
const BESIDE = { id: 'PL_BESIDE', type: 'PUDO', coordinates: { latitude: 52.23, longitude: 21.014 } };

/** Points that a hostile platform could serve: each is well-formed, with hostile contents. */
const MARKUP = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>';
export const HOSTILE_IDS = { markup: `PL_${MARKUP}`, prototype: 'PL_PROTOTYPE', svg: 'PL_SVG' };
export const SVG_ADDRESS = 'https://pictures.example/hostile.svg';

const makeItem = (id: string, place: number, fields: object) => ({
  id,
  type: 'APM',
  country: 'PL',
  locationType: 'INDOOR',
  coordinates: { latitude: 53 + place / 10, longitude: 21 },
  ...fields,
});

const hostileText = { language: MARKUP, content: MARKUP };
const HOSTILE = makeItem(HOSTILE_IDS.markup, 0, {
  type: MARKUP,
  country: MARKUP,
  locationType: MARKUP,
  displayName: `Name ${MARKUP}`,
  imageUrl: 'javascript:globalThis.hit=1',
  address: { street: MARKUP, buildingNumber: MARKUP, city: MARKUP, postalCode: MARKUP },
  capabilities: [MARKUP],
  description: hostileText,
  description2: hostileText,
  [MARKUP]: MARKUP,
  onclick: 'globalThis.hit=1',
  style: 'background: url(https://evil.example/)',
  innerHTML: MARKUP,
});
// As text: in an object literal, this key would set the prototype here.
const POLLUTING = JSON.stringify(
  makeItem(HOSTILE_IDS.prototype, 1, { constructor: { prototype: { hit: 1 } } }),
).replace(/}$/, ',"__proto__":{"hit":1,"imageUrl":"https://evil.example/x.png"},"toString":"x"}');

/** A network of only these points, for the tests of all of them. */
export const dataFile = writePoints('odd', [
  FULL,
  BESIDE,
  HOSTILE,
  POLLUTING,
  makeItem(HOSTILE_IDS.svg, 2, { imageUrl: SVG_ADDRESS }),
]);
