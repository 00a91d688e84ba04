import { z } from 'zod';
import { withoutEndSlashes } from '#contract/wire/own-path.ts';

/**
 * A text value. Error messages complete a sentence that begins with the variable's name. They never repeat a
 * value, because some values are secrets.
 */
export const text = z.string();

export const url = (schemes: readonly string[], example: string) =>
  text.refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    error: `must be a URL like ${example}`,
  });

export const baseUrl = url(['http:', 'https:'], 'https://api.example.com')
  .refine((value) => !/[?#]/.test(value), { error: 'must be a base URL without ? and #' })
  .transform(withoutEndSlashes)
  .optional();

export const key = text
  .min(4, { error: 'must be the key that the platform issued (at least 4 characters)' })
  .optional();

export const wholeNumber = text
  .regex(/^\d{1,9}$/, { error: 'must be a whole number, like 10000' })
  .transform(Number)
  .optional();
