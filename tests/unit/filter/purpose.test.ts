import { afterEach, expect, it } from 'vitest';
import { describePoint } from '#contract/point-details.ts';
import { readPickerConfig } from '#contract/picker-config.ts';
import { evaluate, isRefused } from '#filter/evaluate-point.ts';
import { NO_RULES } from '#filter/point-rules.ts';
import { rewriteMessages } from '../../../src/lib/i18n/messages.ts';
import { prepareSending } from '../../../src/lib/filter/purpose.ts';

afterEach(() => rewriteMessages((messages) => messages));

const pointWith = (capabilities: string[]) =>
  describePoint({ id: 'PL_1', coordinates: { latitude: 52, longitude: 21 }, capabilities });

it('where parcels are handed in, a point that doesn’t accept parcels can’t be chosen; one that may accept them can', () => {
  const { config } = readPickerConfig({ purpose: 'send', filter: { capabilities: ['COD'] } });
  const settings = prepareSending(config);
  expect(settings).toMatchObject({ purpose: 'send', filter: { capabilities: ['COD', 'PARCEL_SEND'] } });
  const sending = prepareSending({});
  expect(isRefused(pointWith(['PARCEL_COLLECT']), sending)).toBe(true);
  expect(isRefused(pointWith(['PARCEL_COLLECT', 'PARCEL_SEND']), sending)).toBe(false);
  expect(evaluate(pointWith([]), NO_RULES, new Date(), sending).matches).toBe('unknown');
});

it('an unknown purpose is reported, and means collecting', () => {
  expect(readPickerConfig({ purpose: 'store' })).toEqual({
    config: {},
    problems: ['purpose: must be one of collect, send.'],
  });
});
