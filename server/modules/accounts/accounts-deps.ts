import type { AccountAccess } from '#contract/accounts/account-access.ts';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { Doer } from '#server/infra/audit.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Sealer } from '#server/infra/seal.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import type { Auth } from './auth.ts';
import type { DeviceCookie, SignUpCookie } from './device-cookie.ts';
import type { GoogleProof } from './google-proof.ts';
import type { PasskeyBrowser } from './passkey-browser.ts';
import type { SessionCookie } from './session-cookie.ts';

/**
 * The role of the person who sets a new password; null when a mailed link is used, because its user is
 * unknown.
 */
export type PasswordSetter = Doer['actorKind'] | null;

/** Finds and revokes access that works without the person's password, such as API keys. */
export interface AccessKeeper {
  find: (db: Database | Tx, userId: UserId) => Promise<AccountAccess>;
  /** Revokes all access in the transaction that sets a new password. Returns the access that existed. */
  revoke: (tx: Tx, whose: { userId: UserId; by: PasswordSetter }, now: Date) => Promise<AccountAccess>;
}

/**
 * Blocks payouts to the person's payout address for 24 hours, in the transaction of a password reset. Returns
 * null when the person has no address.
 */
export type DeferPayouts = (tx: Tx, accountId: AccountId, now: Date) => Promise<DeferredPayouts | null>;

export interface DeferredPayouts {
  /** Masked for display. */
  address: string;
  usableAt: Date;
}

export interface AccountsDeps {
  db: Database;
  clock: Clock;
  auth: Auth;
  cookie: SessionCookie;
  device: DeviceCookie;
  signUpCookie: SignUpCookie;
  googleProof: GoogleProof;
  passkeyBrowser: PasskeyBrowser;
  /** Encrypts secrets of second factors, so that a copy of the database does not reveal them. */
  sealer: Sealer;
  /**
   * Origin of mailed links. It is read from the configuration, never from a request, so a forged Host header
   * can't change it.
   */
  appUrl: string;
  deferPayouts: DeferPayouts;
  access: AccessKeeper;
  /** Version of the terms that people accept when they sign up. */
  termsVersion: string;
  demo: boolean;
  /**
   * True in a demo without a mail server: the screen then shows the mailed link to the person who signs up.
   */
  showsMails: boolean;
  googleSignIn: boolean;
  /** Waits between two tries; tests don't wait. */
  pause: (ms: number) => Promise<unknown>;
}
