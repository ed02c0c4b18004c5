import { rewriteMessages, type Language } from './messages.ts';

/** Words for points where parcels are handed in, in place of those where they are collected; `refusal`: why a point can't be chosen. */
const SEND_WORDS: Readonly<Record<Language, { replace: readonly [RegExp, string][]; refusal: string }>> = {
  cs: {
    replace: [
      [/výdejní(?!\p{L}* box)/gu, 'podací'],
      [/Výdejní(?!\p{L}* box)/gu, 'Podací'],
    ],
    refusal: 'Toto místo zásilky nepřijímá.',
  },
  de: { replace: [[/Abholstelle/g, 'Annahmestelle']], refusal: 'Diese Annahmestelle nimmt keine Pakete an.' },
  en: {
    replace: [
      [/pick-up/g, 'drop-off'],
      [/Pick-up/g, 'Drop-off'],
    ],
    refusal: 'This point doesn’t accept parcels.',
  },
  es: { replace: [[/de recogida/g, 'de entrega']], refusal: 'Este punto no admite paquetes.' },
  fr: { replace: [[/de retrait/g, 'de dépôt']], refusal: 'Ce point n’accepte pas de colis.' },
  it: { replace: [[/di ritiro/g, 'di consegna']], refusal: 'Questo punto non accetta pacchi.' },
  nl: {
    replace: [
      [/afhaalpunt/g, 'inleverpunt'],
      [/Afhaalpunt/g, 'Inleverpunt'],
    ],
    refusal: 'Dit punt neemt geen pakketten aan.',
  },
  pl: { replace: [[/odbioru/g, 'nadania']], refusal: 'Ten punkt nie przyjmuje paczek.' },
  pt: { replace: [[/de recolha/g, 'de entrega']], refusal: 'Este ponto não aceita encomendas.' },
  uk: { replace: [[/видачі/g, 'приймання']], refusal: 'Цей пункт не приймає посилки.' },
};

type Message = (inputs?: Record<string, unknown>) => string;

/** Uses the words for points where parcels are handed in, in every language. */
export const useSendWords = (): void => rewriteMessages(rewriteForSending);

/**
 * Replaces what points are called in a language's messages, except in their inputs, which are names of
 * places and points.
 */
export function rewriteForSending(messages: object, language: Language): object {
  const { replace, refusal } = SEND_WORDS[language];
  const rewritten = Object.entries(messages as Record<string, Message>).map(([key, write]) => {
    const rewrite = (inputs: Record<string, unknown> = {}) => {
      const names = Object.keys(inputs);
      const marked = Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [
          name,
          typeof value === 'string' ? mark(names.indexOf(name)) : value,
        ]),
      );
      const text = replace.reduce((text, [from, to]) => text.replace(from, to), write(marked));
      return text.replace(/\uE000(\d+)\uE001/g, (_, at: string) => String(inputs[names[Number(at)]!]));
    };
    return [key, rewrite] as const;
  });
  return { ...Object.fromEntries(rewritten), widget_blocked: () => refusal };
}

/** A place in a text that no message contains. */
const mark = (at: number) => `\uE000${at}\uE001`;
