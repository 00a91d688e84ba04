import { decodeHTMLStrict } from 'entities';

/** Tags of HTML, SRT and WebVTT. A plain `<` in a text does not match. */
const tags =
  /< ?\/? ?(?:b|i|u|s|p|em|strong|strike|big|small|tt|center|c|v|lang|ruby|rt|font|span|div) ?\/?>|<(?:c|v|b|i|u|ruby|rt|lang)\.[^<>]+>|<(?:v|lang)\s[^<>]+>|<(?:font|span|p|div|b|i|u)\s[^<>=]*=[^<>]*>/gi;
const karaoke = /<(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}>/g;
/**
 * Codes of ASS with the text after each, because the text after `\p1` is a drawing, such as "m 0 0 l 9 9".
 */
const afterCodes = /\{\\([^{}]*)\}([^{}]*)/g;
/** Codes in braces: `{\an8}` of ASS and `{y:i}` of MicroDVD. */
const braces = /\{\\[^{}]*\}|\{[ycfsp]:[^{}]*\}|\{an?\d{1,2}\}/gi;

/** Whether the text contains times for its words, with which karaoke players highlight them one by one. */
export const isKaraoke = (rows: readonly string[]): boolean =>
  rows.some((row) => /<(?:\d{1,3}:)?\d{1,2}:\d{2}\.\d{3}>/.test(row));

/** Returns the rows of a cue as a viewer sees them, without blank rows. */
export const shownRows = (rows: readonly string[]): string[] =>
  rows
    .join('\n')
    .replace(/<br ?\/?>/gi, '\n')
    .replace(/\\N/g, '\n')
    .replace(/\\h/g, ' ')
    .replace(karaoke, '')
    .replace(afterCodes, (whole, codes: string) => (/(?:^|\\)p[1-9]/.test(codes) ? '' : whole))
    .replace(braces, '')
    .replace(tags, '')
    .split('\n')
    .map((row) => decodeHTMLStrict(row).replaceAll('\0', '').replace(/\s+/g, ' ').trim())
    .filter((row) => row !== '');
