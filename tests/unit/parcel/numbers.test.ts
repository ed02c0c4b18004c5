import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hideNumbers } from '../../../src/first-view/hide-numbers.ts';
import { tellNone } from '../../../src/lib/contract/told-parcel.ts';
import { storeAnswer, readStoredAnswer } from '../../../src/lib/parcel/stored-answer.ts';
import {
  findProblem,
  readFragmentNumbers,
  parseNumbers,
  writeFragment,
} from '../../../src/lib/parcel/parcel-numbers.ts';
import { createFakeStorage } from '../fake-storage.ts';

const NUMBER = '690000000000100000000001';
const OTHER = '690000000000100000000002';

describe('numbers', () => {
  it('are read as people paste them, each once', () => {
    expect(parseNumbers(` 6900 0000, ${NUMBER};\n${NUMBER}\n`)).toEqual(['69000000', NUMBER]);
    expect(parseNumbers(' , ')).toEqual([]);
  });

  it('that can’t be are told apart', () => {
    expect(findProblem([])).toEqual({ kind: 'missing' });
    expect(findProblem([NUMBER, '69-short'])).toEqual({ kind: 'wrong', number: '69-short' });
    expect(findProblem(Array.from({ length: 21 }, (_, at) => `${NUMBER}${at}`))).toEqual({
      kind: 'too-many',
    });
    expect(findProblem([NUMBER, OTHER])).toBeNull();
  });

  it('are read from the fragment as they were written, also from one that is broken', () => {
    expect(readFragmentNumbers({ hash: writeFragment([NUMBER, OTHER]) })).toEqual([NUMBER, OTHER]);
    expect(readFragmentNumbers({ hash: '#%E0%A4' })).toEqual(['%E0%A4']);
    const many = Array.from({ length: 30 }, (_, at) => String(at));
    expect(readFragmentNumbers({ hash: writeFragment(many) })).toEqual(many.slice(0, 20));
  });
});

describe('numbers in a query', () => {
  const move = (pathname: string, search: string) => {
    const replaceState = vi.fn();
    hideNumbers({ pathname, search }, { state: 'kept', replaceState });
    return replaceState.mock.calls;
  };

  // Proves: security/numbers-in-fragment.
  it('are moved to the fragment, without an entry in the history', () => {
    expect(move('/parcel', `?number=${NUMBER}`)).toEqual([['kept', '', `/parcel#${NUMBER}`]]);
    expect(move('/parcel', `?language=de&number=${NUMBER}&number=a%26b`)).toEqual([
      ['kept', '', `/parcel?language=de#${NUMBER},a%26b`],
    ]);
  });

  it('are moved where the page’s file is opened by its name too', () => {
    expect(move('/parcel.html', `?number=${NUMBER}`)).toEqual([['kept', '', `/parcel.html#${NUMBER}`]]);
  });

  it('are all that is moved', () => {
    expect(move('/parcel', '?language=de')).toEqual([]);
  });
});

describe('the last answer', () => {
  const { storage } = createFakeStorage();
  const store = (get: () => Storage) =>
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
  beforeEach(() => void store(() => storage));
  const answer = { parcels: [tellNone(NUMBER, 'unknown', null)], answeredMs: 5 };

  it('is kept for the numbers that it is about, and no others', () => {
    expect(readStoredAnswer([NUMBER])).toBeNull();
    storeAnswer(answer);
    expect(readStoredAnswer([NUMBER])).toEqual(answer);
    expect(readStoredAnswer([OTHER])).toBeNull();
    expect(readStoredAnswer([NUMBER, OTHER])).toBeNull();
  });

  it('that can’t be read or kept is none', () => {
    for (const text of ['{', `{"parcels":[{"number":"${NUMBER}"}],"answeredMs":5}`]) {
      storage.setItem('droppoint.parcels', text);
      expect(readStoredAnswer([NUMBER])).toBeNull();
    }
    store(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(() => storeAnswer(answer)).not.toThrow();
    expect(readStoredAnswer([NUMBER])).toBeNull();
  });
});
