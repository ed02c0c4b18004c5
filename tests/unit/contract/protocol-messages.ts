import fc from 'fast-check';
import type { FrameMessage, HostMessage } from '#contract/frame-message.ts';

const point = { id: 'PL_A', coordinates: { latitude: 52, longitude: 21 } };

/**
 * One message of each type with its required fields, written by hand: a reference for the readers' tests that is independent of
 * the readers.
 */
export const FROM_FRAME: Readonly<Record<FrameMessage['type'], object>> = {
  here: { droppoint: 1, type: 'here' },
  hello: { droppoint: 1, type: 'hello', version: '1.0.0' },
  ready: { droppoint: 1, type: 'ready', nonce: 'n' },
  select: { droppoint: 1, type: 'select', id: 1, point, source: 'map' },
  change: { droppoint: 1, type: 'change', source: 'map' },
  close: { droppoint: 1, type: 'close', reason: 'escape' },
  layers: { droppoint: 1, type: 'layers', open: 1 },
  error: { droppoint: 1, type: 'error', code: 'unavailable', message: 'No.', retryable: true },
  'invalid-selection': {
    droppoint: 1,
    type: 'invalid-selection',
    id: 'PL_A',
    reason: 'gone',
    alternatives: [point],
  },
  search: { droppoint: 1, type: 'search', kind: 'place' },
  filter: { droppoint: 1, type: 'filter', filter: {} },
  view: { droppoint: 1, type: 'view', view: 'list' },
  answer: { droppoint: 1, type: 'answer', id: 1 },
};

export const FROM_HOST: Readonly<Record<HostMessage['type'], object>> = {
  init: { droppoint: 1, type: 'init', nonce: 'n', config: {} },
  verdict: { droppoint: 1, type: 'verdict', id: 1, accepted: true },
  configure: { droppoint: 1, type: 'configure', id: 1, config: {} },
  closeLayers: { droppoint: 1, type: 'closeLayers', id: 1, layers: 0 },
  search: { droppoint: 1, type: 'search', id: 1, query: 'Łódź' },
  selectPoint: { droppoint: 1, type: 'selectPoint', id: 1, pointId: '' },
  showPoint: { droppoint: 1, type: 'showPoint', id: 1, pointId: 'PL_A' },
  changePosition: { droppoint: 1, type: 'changePosition', id: 1, latitude: 52, longitude: 21 },
  validate: { droppoint: 1, type: 'validate', id: 1, pointId: 'PL_A' },
  refresh: { droppoint: 1, type: 'refresh', id: 1 },
};

/** Messages with each optional field in turn set to a value of a wrong type. */
export const SPOILT_OPTIONS: readonly object[] = [
  { ...FROM_FRAME.change, point: {} },
  { ...FROM_FRAME.change, point: null },
  { ...FROM_FRAME.change, summary: 'PL_A' },
  { ...FROM_FRAME.change, summary: {} },
  { ...FROM_FRAME.change, summary: null },
  { ...FROM_FRAME.select, summary: 'PL_A' },
  { ...FROM_FRAME.error, requestId: 1 },
  { ...FROM_FRAME['invalid-selection'], message: 1 },
  { ...FROM_FRAME.answer, value: 'yes' },
  { ...FROM_FRAME.answer, code: 1 },
  { ...FROM_FRAME.answer, message: {} },
  { ...FROM_FRAME.answer, retryable: 'no' },
  { ...FROM_HOST.verdict, reason: {} },
  { ...FROM_HOST.verdict, changed: 1 },
  { ...FROM_HOST.changePosition, zoom: '9' },
  { ...FROM_HOST.validate, near: 'Łódź' },
];

/** Values of every type but that of `value`. */
const ofOtherKinds = (value: unknown) =>
  fc
    .oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    .filter((other) => typeof other !== typeof value);

/** A message with one of its fields missing or of another type. */
const spoil = (message: object) =>
  fc.constantFrom(...Object.entries(message)).chain(([name, value]) =>
    fc.oneof(fc.constant(undefined), ofOtherKinds(value)).map((spoilt) => {
      const { [name]: _taken, ...others } = message as Record<string, unknown>;
      return spoilt === undefined ? others : { ...others, [name]: spoilt };
    }),
  );

/** Messages that any page may post and that readers must reject: other JSON, and messages of `table` with one field wrong. */
export const foreignTo = (table: Readonly<Record<string, object>>): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.jsonValue().filter((data) => !Object.hasOwn(Object(data) as object, 'droppoint')),
    fc.constantFrom(...Object.values(table)).chain(spoil),
    fc
      .constantFrom(...Object.values(table))
      .chain((message) => fc.constantFrom('dance', 'constructor', '').map((type) => ({ ...message, type }))),
  );
