import { describe, expect, it } from 'vitest';
import { fillTemplate, namesPoint } from '../../../src/lib/broker/shipment-body.ts';

describe('a parcel’s body', () => {
  it.each(['PL_1', 'AT_"quoted"', 'CZ_a\\b', '$&'])(
    'names the point that its template was filled for: %s',
    (id) => {
      const template = '{"to": {"point": "{{pointId}}"}, "note": "at {{pointId}}, please"}';
      const body = fillTemplate(template, { id, country: 'PL' });
      expect(namesPoint(body, id)).toBe(true);
      expect(JSON.parse(body)).toMatchObject({ to: { point: id } });
    },
  );

  it.each([
    ['CZ', 'CZ'],
    ['a"b', 'a"b'],
    [null, ''],
    [undefined, ''],
  ])('has the point’s country %j', (country, told) => {
    const body = fillTemplate('{"country": "{{country}}", "id": "{{pointId}}"}', {
      id: '{{country}}',
      country,
    });
    expect(JSON.parse(body)).toEqual({ country: told, id: '{{country}}' });
  });

  it.each(['{"to": "PL_12"}', '{"to": "XPL_1"}', '{"to": "PL_1-B"}', '{"to": "pl_1"}', '{}', ''])(
    'doesn’t name a point by the beginning, the end or the small letters of its id: %s',
    (body) => expect(namesPoint(body, 'PL_1')).toBe(false),
  );

  it('names a point beside others', () => expect(namesPoint('["PL_12", "PL_1"]', 'PL_1')).toBe(true));
});
