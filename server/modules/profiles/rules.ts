import type { ErrorCode } from '#contract/errors.ts';
import { USERNAME_MAX, USERNAME_MIN } from '#contract/limits.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';

export type UsernameCode = Extract<
  ErrorCode,
  'username_required' | 'username_too_short' | 'username_too_long' | 'username_invalid' | 'username_taken'
>;

/** Names that could be mistaken for the platform, or that equal a path of it. */
const RESERVED = new Set(
  `about account accounts admin administrator api app assets auth billing blog clip clipper clippers clips community
  contact cookies dashboard dev docs earnings explore faq finance healthz help help_center host hosts how_it_works info
  legal listing listings login logout mail me metrics mod moderator news notifications null official owner payouts permille
  platform press pricing privacy profile readyz receipt register reviewer root security settings sign_in sign_out sign_up
  signin signout signup staff status studio submissions success_stories support system team terms undefined user username
  username_setup users webmaster www`.split(/\s+/),
);

export const isReserved = (username: string): boolean => RESERVED.has(username);

/** Returns the form in which a username is stored: without surrounding spaces, in lower case. */
export const normalizeUsername = (typed: string): string => typed.trim().toLowerCase();

/**
 * Makes the specified checks on a normalized username, in order: empty, too short, too long, characters, then
 * reserved names.
 */
export function checkUsername(username: string): Refusal<UsernameCode> | null {
  const field = 'username';
  if (username === '') return refuse('username_required', { field });
  if (username.length < USERNAME_MIN) return refuse('username_too_short', { field });
  if (username.length > USERNAME_MAX) return refuse('username_too_long', { field });
  if (!/^[a-z0-9_]+$/.test(username)) return refuse('username_invalid', { field });
  if (isReserved(username)) return refuse('username_taken', { field });
  return null;
}
