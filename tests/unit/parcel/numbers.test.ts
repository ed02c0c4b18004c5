import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hideNumbers } from '../../../src/first-view/hide-numbers.ts';
import { emptyParcelAnswer } from '#contract/public-parcel.ts';
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

describe('parcel numbers', () => {
  it('pasted numbers are parsed, each once', () => {
    expect(parseNumbers(` 6900 0000, ${NUMBER};\n${NUMBER}\n`)).toEqual(['69000000', NUMBER]);
    expect(parseNumbers(' , ')).toEqual([]);
  });

  it('missing, invalid and too many numbers are different problems', () => {
    expect(findProblem([])).toEqual({ kind: 'missing' });
    expect(findProblem([NUMBER, '69-short'])).toEqual({ kind: 'wrong', number: '69-short' });
    expect(findProblem(Array.from({ length: 21 }, (_, at) => `${NUMBER}${at}`))).toEqual({
      kind: 'too-many',
    });
    expect(findProblem([NUMBER, OTHER])).toBeNull();
  });

  it('numbers are read from the fragment as they were written, even if it is malformed', () => {
    expect(readFragmentNumbers({ hash: writeFragment([NUMBER, OTHER]) })).toEqual([NUMBER, OTHER]);
    expect(readFragmentNumbers({ hash: '#%E0%A4' })).toEqual(['%E0%A4']);
    const many = Array.from({ length: 30 }, (_, at) => String(at));
    expect(readFragmentNumbers({ hash: writeFragment(many) })).toEqual(many.slice(0, 20));
  });
});

describe('parcel numbers in a query', () => {
  const move = (pathname: string, search: string) => {
    const replaceState = vi.fn();
    hideNumbers({ pathname, search }, { state: 'kept', replaceState });
    return replaceState.mock.calls;
  };

  // Proves: security/numbers-in-fragment.
  it('numbers move from the query to the fragment, without a history entry', () => {
    expect(move('/parcel', `?number=${NUMBER}`)).toEqual([['kept', '', `/parcel#${NUMBER}`]]);
    expect(move('/parcel', `?language=de&number=${NUMBER}&number=a%26b`)).toEqual([
      ['kept', '', `/parcel?language=de#${NUMBER},a%26b`],
    ]);
  });

  it('numbers move to the fragment under the page’s file name too', () => {
    expect(move('/parcel.html', `?number=${NUMBER}`)).toEqual([['kept', '', `/parcel.html#${NUMBER}`]]);
  });

  it('other parameters stay in the query', () => {
    expect(move('/parcel', '?language=de')).toEqual([]);
  });
});

describe('the stored answer', () => {
  const { storage } = createFakeStorage();
  const store = (get: () => Storage) =>
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
  beforeEach(() => void store(() => storage));
  const answer = { parcels: [emptyParcelAnswer(NUMBER, 'unknown', null)], answeredMs: 5 };

  it('the last answer is returned only for exactly its own numbers', () => {
    expect(readStoredAnswer([NUMBER])).toBeNull();
    storeAnswer(answer);
    expect(readStoredAnswer([NUMBER])).toEqual(answer);
    expect(readStoredAnswer([OTHER])).toBeNull();
    expect(readStoredAnswer([NUMBER, OTHER])).toBeNull();
  });

  it('an unreadable answer or a blocked storage counts as no answer', () => {
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
