import type { AccountAccess } from '#contract/account-access.ts';
import type { Doer } from '#server/infra/audit.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Sealer } from '#server/infra/seal.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import type { Auth } from './auth.ts';
import type { DeviceCookie, SignUpCookie } from './device-cookie.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Who sets a new password: the signed-in person by role, or whoever has a mailed link. */
export type PasswordSetter = Doer['actorKind'] | null;

/** What acts for a person without their password, in the modules that keep it. */
export interface AccessKeeper {
  find: (db: Database | Tx, userId: string) => Promise<AccountAccess>;
  /** Ends all of it, in the transaction of a new password; returns what there was. */
  revoke: (tx: Tx, whose: { userId: string; by: PasswordSetter }, now: Date) => Promise<AccountAccess>;
}

/**
 * Makes the address that a person is paid to wait 24 hours again, in the transaction of a password reset; null when there
 * is none.
 */
export type DeferPayouts = (
  tx: Tx,
  userId: string,
  now: Date,
) => Promise<{ /** Masked. */ address: string; usableAt: Date } | null>;

/** What every command of this module needs. */
export interface AccountsDeps {
  db: Database;
  clock: Clock;
  auth: Auth;
  cookie: SessionCookie;
  device: DeviceCookie;
  signUpCookie: SignUpCookie;
  /** Keeps secrets of second factors unreadable in a copy of the database. */
  sealer: Sealer;
  /** Origin of every mailed link, from the configuration and never from a request. */
  appUrl: string;
  deferPayouts: DeferPayouts;
  access: AccessKeeper;
  /** Of the terms that people accept here. */
  termsVersion: string;
  demo: boolean;
  /** A demo without a mail server: who signs up is shown the mailed link on the screen. */
  showsMails: boolean;
  googleSignIn: boolean;
}
