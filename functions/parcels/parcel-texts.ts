import { WORDS } from '#languages/compiled/parcel-words.js';
import { chooseWording, placeNameOf, type ParcelWording } from '#contract/parcel-wording.ts';
import type { ParcelTexts, PublicParcel } from '#contract/public-parcel.ts';
import type { ShopperLocale } from '../points/shopper-texts.ts';
import { fitSms } from './fit-sms.ts';

/** Sentences with a place, or too long for a subject, and the ones that are subjects instead. */
const SUBJECTS = { ready_at: 'ready', nothing_yet: 'registered' } as Readonly<
  Partial<Record<ParcelWording['sentence'], 'ready' | 'registered'>>
>;

/** Writes the texts about a parcel for a shop's mails and text messages. */
export function writeParcelTexts(parcel: PublicParcel, { language }: ShopperLocale): ParcelTexts {
  const words = WORDS[language];
  const { sentence: name, next: nextName } = chooseWording(parcel);
  const place = placeNameOf(parcel);
  const sentence = words[name].replace('{place}', () => place ?? '');
  const next = nextName === null ? '' : words[nextName];
  const subject = words[SUBJECTS[name] ?? name].replace(/\.$/, '');
  // With a place, the sentence has no full stop.
  const stopped = sentence.replace(/(?<![.!?])$/, '.');
  const sms = fitSms([
    `${stopped} ${next} ${parcel.number}`,
    `${stopped} ${parcel.number}`,
    `${subject}. ${parcel.number}`,
  ]);
  return { language, subject, sentence, next, sms };
}
