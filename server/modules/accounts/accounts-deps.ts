import type { Clock } from '#server/infra/clock.ts';
import type { Sealer } from '#server/infra/seal.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Auth } from './auth.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What the verbs of this module work with. */
export interface AccountsDeps {
  db: Database;
  clock: Clock;
  auth: Auth;
  cookie: SessionCookie;
  device: DeviceCookie;
  /** Keeps secrets of second factors unreadable in a copy of the database. */
  sealer: Sealer;
  /** Origin of every mailed link, from the configuration and never from a request. */
  appUrl: string;
  demo: boolean;
  googleSignIn: boolean;
}
