const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the English name of the country with this ISO code, or the code if it is unknown. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Sorts country codes by the countries' English names. */
export const byCountryName = (codes: readonly string[]): string[] =>
  codes.toSorted((a, b) => countryName(a).localeCompare(countryName(b), 'en'));

/** Countries whose names take an article. */
const withArticle = 'AE BS CD CF CG DO FK FO GB GM IM KM KY MH MP MV NL PH SB TC UM US VG VI'.split(' ');

/** Returns the country's name for use within a sentence: "Germany", "the Netherlands". */
export const countryInText = (code: string): string =>
  withArticle.includes(code) ? `the ${countryName(code)}` : countryName(code);
