import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { transact } from '#server/infra/transaction.ts';
import { makeKey } from './keys.ts';
import type { RecordsDeps } from './verified-records-deps.ts';

const SIGNS_FOR_DAYS = 90;

/**
 * Creates a new signing key every three months. The private part of the old key is deleted; its public part
 * still verifies.
 */
export function rotateKeys({ db, sealer }: RecordsDeps): Job {
  let nextLook = 0;
  return {
    name: 'verified-records.rotate-keys',
    async run(now) {
      if (now.getTime() < nextLook) return;
      nextLook = now.getTime() + HOUR;
      await transact(db, async (tx) => {
        const retired = await tx
          .updateTable('record_signing_keys')
          .set({ retired_at: now, private_sealed: null })
          .where('retired_at', 'is', null)
          .where('made_at', '<', after(now, -SIGNS_FOR_DAYS * DAY))
          .returning('kid')
          .execute();
        if (retired.length > 0) await makeKey(tx, sealer, now);
      });
    },
  };
}
