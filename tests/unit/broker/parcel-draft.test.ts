import { beforeEach, describe, expect, it } from 'vitest';
import { keepDraft, takeDraft, type ParcelDraft } from '../../../src/lib/broker/parcel-draft.ts';
import { createFakeStorage } from '../fake-storage.ts';

const DRAFT: ParcelDraft = {
  organizationId: 'org-42',
  bodyText: '{"a": 1}',
  filledText: '{}',
  point: { id: 'PL_1', coordinates: { latitude: 52, longitude: 21 }, displayName: 'Rynek' },
};

describe('a parcel that was begun', () => {
  let tab: ReturnType<typeof createFakeStorage>;
  beforeEach(() => (tab = createFakeStorage()));

  it('comes back to the account that wrote it, once', () => {
    keepDraft('ada', DRAFT, tab.storage);
    expect(takeDraft('ada', tab.storage)).toEqual(DRAFT);
    expect(takeDraft('ada', tab.storage)).toBeNull();
  });

  it('is given to no other account, and is gone once another was there', () => {
    keepDraft('ada', DRAFT, tab.storage);
    expect(takeDraft('eve', tab.storage)).toBeNull();
    expect([...tab.kept]).toEqual([]);
    expect(takeDraft('ada', tab.storage)).toBeNull();
  });

  it('comes back without its point where that can’t be placed', () => {
    keepDraft('ada', { ...DRAFT, point: { id: '', coordinates: DRAFT.point!.coordinates } }, tab.storage);
    expect(takeDraft('ada', tab.storage)).toEqual({ ...DRAFT, point: null });
  });

  it.each(['', 'null', '{', '[]', '{"accountId":"ada"}', '{"accountId":"ada","bodyText":7}'])(
    'is none where the storage holds %j',
    (text) => {
      keepDraft('ada', DRAFT, tab.storage);
      for (const key of tab.kept.keys()) tab.kept.set(key, text);
      expect(takeDraft('ada', tab.storage)).toBeNull();
    },
  );

  it('that finds no room is left behind, and nothing fails', () => {
    const { storage } = createFakeStorage(10);
    keepDraft('ada', DRAFT, storage);
    expect(takeDraft('ada', storage)).toBeNull();
  });
});
