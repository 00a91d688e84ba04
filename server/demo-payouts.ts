import { sql } from 'kysely';
import { ofDemo } from '#db/seed/archive-demo.ts';
import { after, HOUR } from './infra/clock.ts';
import type { Refusal } from './infra/outcome.ts';
import type { Job } from './infra/tick.ts';
import { type Database, transact } from './infra/transaction.ts';
import { markPaid, pickUp } from './modules/payouts/payouts.ts';

/**
 * Completes payouts of the demo's generated people an hour before they are due. A demo has no admin who pays
 * by hand, and nothing in it should be late. Visitors' payouts are left to anyone who tries the admin panel.
 */
export function demoPayouts(db: Database): Job {
  let tried = new Date(0);
  const open = sql`from payouts p join users u on u.id = p.clipper_id
    where p.state in ('requested', 'processing') and ${ofDemo(sql.ref('u'))}`;
  return {
    name: 'demo.payouts',
    async run(now) {
      tried = after(now, HOUR);
      const { rows } = await sql<{ id: string; state: string }>`
        select p.id, p.state ${open} and p.due_at <= ${tried} order by p.due_at, p.id`.execute(db);
      for (const { id, state } of rows) {
        const act = { payoutId: id, actorId: null, now };
        // If the payout is refused (frozen, paused), the transaction undoes the pick-up, and an admin still
        // sees the payout.
        await transact(db, async (tx): Promise<Refusal | null> => {
          const refused = state === 'requested' ? await pickUp(tx, act) : null;
          return refused ?? (await markPaid(tx, act, `PP-${id.slice(-8)}`));
        });
      }
    },
    nextDueAt: () => sql`select min(p.due_at) - interval '1 hour' ${open} and p.due_at > ${tried}`,
  };
}
