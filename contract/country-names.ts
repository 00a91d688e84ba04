const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** The English name of a country's ISO code. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Codes in the order of their countries' names. */
export const byCountryName = (codes: readonly string[]): string[] =>
  codes.toSorted((a, b) => countryName(a).localeCompare(countryName(b), 'en'));

/** Countries whose names take an article. */
const withArticle = 'AE BS CD CF CG DO FK FO GB GM IM KM KY MH MP MV NL PH SB TC UM US VG VI'.split(' ');

/** The name within a sentence: "Germany", "the Netherlands". */
export const countryInText = (code: string): string =>
  withArticle.includes(code) ? `the ${countryName(code)}` : countryName(code);
