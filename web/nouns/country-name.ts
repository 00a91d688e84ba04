const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** The English name of a country's ISO code. */
export const countryName = (code: string): string => names.of(code) ?? code;
