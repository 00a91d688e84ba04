import { randomInt } from 'node:crypto';

/** No letter or digit that is mistaken for another one. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns a new code that a picture of analytics must show. Only the server can know it before the picture is taken. */
export const newPictureCode = (): string =>
  Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
