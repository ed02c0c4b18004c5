import { describe, expect, it } from 'vitest';
import { fitSms } from '../../../functions/parcels/fit-sms.ts';
import { writeParcelTexts } from '../../../functions/parcels/parcel-texts.ts';
import { emptyParcelAnswer, PUBLIC_PARCEL_STATES, type PublicParcel } from '#contract/public-parcel.ts';
import { LANGUAGES, setLanguage } from '../../../src/lib/i18n/messages.ts';
import { loadParcelMessages } from '../../../src/lib/parcel/messages.ts';
import { describeParcelState } from '../../../src/lib/parcel/state-words.ts';

const NUMBER = '690000000000000000001042';
const LOCKER = {
  kind: 'point',
  id: 'PL_A',
  name: 'Paczkomat Świętokrzyska',
  city: 'Łódź',
  country: 'PL',
} as const;

const found = (changes: Partial<PublicParcel>): PublicParcel => ({
  ...emptyParcelAnswer(NUMBER, 'unknown', null),
  status: 'found',
  ...changes,
});

/** A parcel in every state, with each next step, for and without a place, and returns. */
const PARCELS = [null, ...PUBLIC_PARCEL_STATES].flatMap((state) =>
  [false, true].flatMap((isReturn) =>
    (['wait', 'ask_shop'] as const).flatMap((nextStep) =>
      [null, { ...LOCKER, summary: null }].map((destination) =>
        found({ state, isReturn, nextStep, destination }),
      ),
    ),
  ),
);

/** The number of septets of GSM's alphabet; its second table counts twice. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;

describe.each(LANGUAGES)('Texts of a parcel for a shop’s messages in %s', (language) => {
  const textsOf = (parcel: PublicParcel) => writeParcelTexts(parcel, { language, region: language });

  it('they are the sentences of the parcel’s page', async () => {
    await setLanguage(language);
    await loadParcelMessages();
    for (const parcel of PARCELS) {
      const { sentence, next } = describeParcelState(parcel);
      expect(textsOf(parcel)).toMatchObject({ language, sentence, next });
    }
    await setLanguage('en');
    await loadParcelMessages();
  });

  it('a text message is a single SMS with the number, in GSM’s alphabet where the language allows', () => {
    for (const parcel of PARCELS) {
      const { sms, subject } = textsOf(parcel);
      expect(sms).toMatch(new RegExp(` ${NUMBER}$`));
      expect(sms.length, sms).toBeLessThanOrEqual(language === 'uk' ? 70 : 160);
      if (language !== 'uk') expect(sms).toMatch(GSM);
      expect(subject).toMatch(/^[\p{Lu}].{8,60}[^.{}]$/u);
    }
  });
});

describe('Text message', () => {
  it('accents that GSM’s alphabet lacks are left out, and its own stay', () => {
    expect(fitSms(['Paczka czeka: Łódź, „Świętokrzyska” – już'])).toBe(
      'Paczka czeka: Lodz, "Swietokrzyska" - juz',
    );
    expect(fitSms(['prêt à être retiré’s'])).toBe("pret à etre retiré's");
  });

  it('the longest text that fits is chosen; letters of the second table count twice', () => {
    expect(fitSms(['a'.repeat(161), 'a'.repeat(160), 'b'])).toBe('a'.repeat(160));
    expect(fitSms(['€'.repeat(81), '€'.repeat(80), 'b'])).toBe('€'.repeat(80));
    expect(fitSms(['ж'.repeat(71), 'ж'.repeat(70), 'б'])).toBe('ж'.repeat(70));
  });

  it('if none fits, the last one is cut before the number', () => {
    expect(fitSms([`${'a'.repeat(300)} 42`])).toBe(`${'a'.repeat(156)}. 42`);
    expect(fitSms([`Готова: ${'ж'.repeat(300)} 42`])).toHaveLength(70);
  });
});
