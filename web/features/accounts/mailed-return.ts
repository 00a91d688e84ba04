import { RETURN_MAX } from '#contract/limits.ts';

/**
 * Returns the field `returnTo` of a request for a mail: the page that the mailed link opens. A text shared by
 * a phone can make it too long for a mail; the link then opens the default page.
 */
export const mailedReturn = (next: string | null): { returnTo?: string } =>
  next && next.length <= RETURN_MAX ? { returnTo: next } : {};
