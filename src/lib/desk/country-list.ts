import { COUNTRY_CODES } from './country-code.ts';

/** All other countries and territories of ISO 3166-1, and Kosovo, by alpha-2 code. */
const FAR_CODES =
  'AE AF AG AI AM AO AQ AR AS AU AW AX AZ BB BD BF BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CC CD CF CG CI CK CL CM CN CO CR CU CV CW CX DJ DM DO DZ EC EG EH ER ET FJ FK FM FO GA GD GE GF GG GH GI GL GM GN GP GQ GS GT GU GW GY HK HM HN HT ID IL IM IN IO IQ IR JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LK LR LS LY MA MF MG MH ML MM MN MO MP MQ MR MS MU MV MW MX MY MZ NA NC NE NF NG NI NP NR NU NZ OM PA PE PF PG PH PK PM PN PR PS PW PY QA RE RU RW SA SB SC SD SG SH SJ SL SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TT TV TW TZ UG UM UY UZ VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
}

const byLanguage = new Map<string, Record<'near' | 'far', Country[]>>();

/**
 * Lists countries by name, those that most parcels go to first.
 * @param language of the names, as in `lang`
 * @param chosen code that is in the list in any case: a stored form may have one that is no country
 */
export function listCountries(language: string, chosen: string): Record<'near' | 'far', readonly Country[]> {
  let lists = byLanguage.get(language);
  if (lists === undefined) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const collator = new Intl.Collator(language);
    const nameAll = (codes: string) =>
      codes
        .split(' ')
        .map((code) => ({ code, name: names.of(code) ?? code }))
        .sort((a, b) => collator.compare(a.name, b.name));
    byLanguage.set(language, (lists = { near: nameAll(COUNTRY_CODES), far: nameAll(FAR_CODES) }));
  }
  const isListed = chosen === '' || [...lists.near, ...lists.far].some(({ code }) => code === chosen);
  return isListed ? lists : { ...lists, far: [...lists.far, { code: chosen, name: chosen }] };
}
