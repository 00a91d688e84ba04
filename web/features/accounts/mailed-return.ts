import { RETURN_MAX } from '#contract/limits.ts';

/**
 * The page that a mailed link opens. A text shared by a phone can be longer than a mail can carry; then the
 * link opens the usual page.
 */
export const mailedReturn = (next: string | null): { returnTo?: string } =>
  next && next.length <= RETURN_MAX ? { returnTo: next } : {};
