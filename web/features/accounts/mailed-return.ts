import { RETURN_MAX } from '#contract/limits.ts';

/** Where the mailed link leads on to. A text that a phone shared can be longer than a mail takes; then it leads to the usual page. */
export const mailedReturn = (next: string | null): { returnTo?: string } =>
  next && next.length <= RETURN_MAX ? { returnTo: next } : {};
