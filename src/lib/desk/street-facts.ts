import { forEachLimit } from '#async/limit.ts';
import { once } from '#async/once.ts';
import type { GazetteerMatch, GazetteerQuestion } from '#search/question.ts';
import { splitParts } from '#search/address/read-address.ts';

/** The address whose street is looked up. */
export interface StreetAddress {
  street: string;
  city: string;
  countryCode: string;
}

/** A published town has no street of this name. */
export interface MissingStreet {
  /** A similar street of the town; empty: none. */
  suggestion: string;
}

type Find = (question: GazetteerQuestion) => Promise<GazetteerMatch[]>;

/** Concurrent questions: each reads up to three files, most of them the same. */
const AT_ONCE = 4;

const loadFind = once(async (): Promise<Find> => {
  const gazetteer = (await import('#search/gazetteer/open-gazetteer.ts')).openPageGazetteer();
  return (question) => gazetteer.find(question);
});

/**
 * Looks up streets in those that the operator has published, which nobody else is asked about. Where none
 * are published, every street counts as known.
 */
export class StreetFacts {
  readonly #facts = new Map<string, Promise<MissingStreet | null>>();
  readonly #missing = new Map<string, MissingStreet>();
  readonly #open: () => Promise<Find>;

  constructor(open = loadFind) {
    this.#open = open;
  }

  /** null: it exists, or that isn't known, or not yet. */
  get(address: StreetAddress): MissingStreet | null {
    return this.#missing.get(keyOf(address)) ?? null;
  }

  /**
   * Looks up the streets that aren't known yet. Never throws.
   * @returns whether one of them is missing
   */
  async load(addresses: readonly StreetAddress[]): Promise<boolean> {
    const fresh = new Map(addresses.map((address) => [keyOf(address), address]));
    for (const [key, { street, city }] of fresh)
      if (this.#facts.has(key) || street === '' || city === '') fresh.delete(key);
    let isAnyMissing = false;
    await forEachLimit(AT_ONCE, [...fresh], async ([key, address]) => {
      const fact = this.#lookUp(address).catch(() => null);
      this.#facts.set(key, fact);
      const missing = await fact;
      if (missing === null) return;
      this.#missing.set(key, missing);
      isAnyMissing = true;
    });
    return isAnyMissing;
  }

  async #lookUp({ street, city, countryCode }: StreetAddress): Promise<MissingStreet | null> {
    const find = await this.#open();
    const request = (text: string) =>
      find({ parts: splitParts(text), near: null, countries: countryCode === '' ? [] : [countryCode] });
    const towns = await request(city);
    if (!towns.some((match) => match.isTown && isExact(match))) return null;
    const found = (await request(`${street}, ${city}`)).filter(({ kind }) => kind === 'street');
    if (found.some(isExact)) return null;
    return { suggestion: found.find(({ isBeside, left }) => !isBeside && left === '')?.name ?? '' };
  }
}

const isExact = ({ match, left, isBeside }: GazetteerMatch) => match === 'exact' && left === '' && !isBeside;
const keyOf = ({ street, city, countryCode }: StreetAddress) =>
  [countryCode, city, street].join('|').toLowerCase();
