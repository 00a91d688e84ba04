import type { Clock } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Auth } from './auth.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What the verbs of this module work with. */
export interface AccountsDeps {
  db: Database;
  clock: Clock;
  auth: Auth;
  cookie: SessionCookie;
  /** Origin of every mailed link, from the configuration and never from a request. */
  appUrl: string;
  demo: boolean;
  googleSignIn: boolean;
}
