import { forgetOldWindows } from '#server/http/rate-limit.ts';
import { HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Deletes expired sessions, sign-ups, links and counters once an hour of real time. Each of them also has its
 * expiry checked on use, so correctness does not depend on this job.
 */
export function forgetExpired(db: Database): Job {
  let last = 0;
  return {
    name: 'accounts.forget-expired',
    async run() {
      const now = new Date();
      if (now.getTime() - last < HOUR) return;
      last = now.getTime();
      await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
      await db.deleteFrom('pending_sign_ups').where('expires_at', '<', now).execute();
      await db.deleteFrom('email_changes').where('expires_at', '<', now).execute();
      await db.deleteFrom('verifications').where('expires_at', '<', now).execute();
      await forgetOldWindows(db);
    },
  };
}
