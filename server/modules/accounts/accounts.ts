import { setTimeout } from 'node:timers/promises';
import { NO_ACCESS } from '#contract/accounts/account-access.ts';
import type { UserId } from '#contract/accounts/ids.ts';
import type { ReadActor } from '#server/http/actor.ts';
import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import { createSealer } from '#server/infra/seal.ts';
import type { Secrets } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { AccessKeeper, AccountsDeps, DeferPayouts } from './accounts-deps.ts';
import { createAuth } from './auth.ts';
import { createDeviceCookie, createSignUpCookie } from './device-cookie.ts';
import { registerEmailRoutes } from './email-routes.ts';
import { forgetExpired } from './forget-expired.job.ts';
import { createGoogleProof } from './google-proof.ts';
import type { GoogleOptions } from './google-provider.ts';
import { registerGoogleRoutes } from './google-routes.ts';
import { createPasskeyBrowser } from './passkey-browser.ts';
import { registerPasskeyRoutes } from './passkey-routes.ts';
import { withPasskeys } from './passkeys.ts';
import { type Passwords, queuedPasswords, scryptPasswords } from './passwords.ts';
import { findLoginById } from './queries.ts';
import { createReadActor } from './read-actor.ts';
import { registerAccountRoutes } from './routes.ts';
import { registerSecondFactorRoutes } from './second-factor-routes.ts';
import { createSessionCookie } from './session-cookie.ts';

export type { AccessKeeper } from './accounts-deps.ts';
export { ABSOLUTE_DAYS, IDLE_DAYS } from './auth.ts';
export { banUser } from './ban.ts';
export { confirmAge } from './confirm-age.ts';
export { createAdmin, ensureAdmin } from './create-admin.ts';
export {
  DEMO_PASSWORD,
  demoEmails,
  ensureDemoAccounts,
  isDemoAddress,
  lastDemoChange,
  noteDemoChange,
} from './demo-accounts.ts';
export { DEVICE_DAYS } from './device-cookie.ts';
export { confirmNewEmailMail, confirmOldEmailMail, emailChangedMail, takenEmailMail } from './email-mails.ts';
export { eraseUser } from './erase.ts';
export { lockAccount } from './lock-account.ts';
export {
  bannedMail,
  existingAccountMail,
  passwordAddedMail,
  passwordChangedMail,
  passwordResetMail,
  payoutsAllowedMail,
  resetMail,
  unbannedMail,
  verificationMail,
} from './mails.ts';
export { passkeyMail } from './passkey-mails.ts';
export { passwordsOf } from './passwords.ts';
export { findOwners, isAdultAccount, ownerEmail, ownerEmailOf } from './queries.ts';
export { rolesOfSessions } from './read-actor.ts';
export { forgetProviderTokens, resealSecondFactors, sessionsBefore } from './reseal.ts';
export { resetSecondFactor } from './second-factor.ts';
export { secondFactorMail } from './second-factor-mails.ts';
export { cookieName } from './session-cookie.ts';
export { allowPayouts, unbanUser } from './unban.ts';

interface Options {
  db: Database;
  clock: Clock;
  secrets: Secrets;
  appUrl: string;
  termsVersion: string;
  demo: boolean;
  /** Whether this server delivers mails. */
  sendsMails?: boolean;
  /** Null or absent when sign-in with Google is not configured. */
  google?: GoogleOptions | null;
  passwords?: Passwords | undefined;
  /**
   * Injected, because the payouts module depends on the accounts module. Absent when the process pays nothing
   * out.
   */
  deferPayouts?: DeferPayouts;
  /** Absent in tests without API keys, webhook endpoints or Discord links. */
  access?: AccessKeeper;
  /** Waits between two tries; absent: by the machine's clock. */
  pause?: AccountsDeps['pause'];
}

/** Checks a person's password before an action that a stolen session alone must not allow. */
export type VerifyPassword = (userId: UserId, password: string) => Promise<boolean>;

/** Creates the module of users, passwords and sessions. `readActor` checks the session of every request. */
export function createAccountsModule(
  options: Options,
): Module & { readActor: ReadActor; verifyPassword: VerifyPassword } {
  const { db, clock, secrets, appUrl, termsVersion, demo, google = null } = options;
  const passwords = queuedPasswords(options.passwords ?? scryptPasswords);
  const secure = appUrl.startsWith('https:');
  const cookie = createSessionCookie({ secrets, secure });
  const deps: AccountsDeps = {
    db,
    clock,
    auth: createAuth({ db, secrets, appUrl, google, passwords }),
    cookie,
    device: createDeviceCookie({ secrets, secure }),
    signUpCookie: createSignUpCookie({ secrets, secure }),
    googleProof: createGoogleProof({ secrets, secure }),
    passkeyBrowser: createPasskeyBrowser({ secure }),
    sealer: createSealer(secrets, 'second factors'),
    appUrl,
    termsVersion,
    deferPayouts: options.deferPayouts ?? (async () => null),
    access: withPasskeys(options.access ?? { find: async () => NO_ACCESS, revoke: async () => NO_ACCESS }),
    demo,
    showsMails: demo && options.sendsMails === false,
    googleSignIn: google !== null,
    pause: options.pause ?? setTimeout,
  };
  return {
    name: 'accounts',
    readActor: createReadActor(db, cookie, { requireSecondFactor: !demo }),
    async verifyPassword(userId, password) {
      const hash = (await findLoginById(db, userId))?.passwordHash;
      return hash ? await deps.auth.verifyPassword(hash, password) : false;
    },
    routes: (api) => {
      registerAccountRoutes(api, deps);
      registerEmailRoutes(api, deps);
      registerSecondFactorRoutes(api, deps);
      registerPasskeyRoutes(api, deps);
      registerGoogleRoutes(api, deps);
    },
    jobs: [forgetExpired(db)],
  };
}
