import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { MoneyRoute } from '#contract/admin/money-acts.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { clearing, clipperOwed, host, listing, post } from '#server/modules/ledger/ledger.ts';
import { sweepClosed } from '#server/modules/suspense/suspense.ts';
import { testListing } from './clips.ts';

import { HUNDRED, moneyActStage, note, reason, type World } from './money-act-stage.ts';

/** A money act that is ready to be performed: its path and body, and the account that benefits. */
export interface MoneyActCase {
  path: string;
  method?: 'PUT';
  body?: object;
  accountId: AccountId | null;
}

/**
 * All money acts except two, which are tested elsewhere: a confirmation is the agreement itself
 * (payouts/admin-routes.test.ts), and a lost deposit needs its processor (payouts/lost-seasoning.test.ts).
 */
type Tried = Exclude<MoneyRoute, 'confirmPayout' | 'releaseDepositEarnings'>;

/**
 * For each route that performs a money act, prepares a case with a small amount. The admin who prepares it
 * has no other part in the act.
 */
export function moneyActCases(world: World): Record<Tried, () => Promise<MoneyActCase>> {
  const { db, owner, clock } = world;
  const {
    admin,
    person,
    deposit,
    arrived,
    refund,
    suspended,
    earning,
    escalated,
    appealed,
    held,
    cohort,
    requested,
    pickedUp,
    banned,
  } = moneyActStage(world);
  return {
    async confirmBankDeposit() {
      const as = await person('host');
      return { path: `deposits/${await deposit(as)}/confirm`, body: arrived(), accountId: as.accountId };
    },
    async liftDepositFreeze() {
      const as = await person('host');
      const id = await deposit(as);
      await db.updateTable('deposits').set({ frozen_at: clock.now() }).where('id', '=', id).execute();
      return { path: `deposits/${id}/lift`, body: { reason }, accountId: as.accountId };
    },
    async refundOnBehalf() {
      const { accountId, depositId } = await banned('host');
      return { path: `deposits/${depositId}/refund`, body: { reason }, accountId };
    },
    async agreeRefund() {
      const { id, accountId } = await refund('requested');
      return { path: `refunds/${id}/agree`, accountId };
    },
    async markRefundPaid() {
      const { id, accountId } = await refund('refunding');
      return { path: `refunds/${id}/paid`, body: { reference: 'SEPA 7' }, accountId };
    },
    async markRefundFailed() {
      const { id, accountId } = await refund('refunding');
      return { path: `refunds/${id}/failed`, body: { reason }, accountId };
    },
    async adminUnfreezeListing() {
      const made = await testListing(db, clock.now(), { budgetCents: 10_000 });
      await admin(`listings/${made.id}/remove`, { reason, paymentFraud: true });
      return { path: `listings/${made.id}/unfreeze`, body: { reason }, accountId: made.hostId };
    },
    recordTransfer: async () => ({ path: 'suspense/transfers', body: arrived(), accountId: null }),
    async holdLine() {
      const reference = newId();
      const day = clock.now().toISOString().slice(0, 10);
      const text = `Date,Amount,Reference,Description,Name\n${day},7.00,${reference},Who is this,Cy`;
      const file = { rail: 'bank', fileName: 'a.csv', text };
      const { understood } = await admin('external-statements/preview', file);
      await admin('external-statements', { ...file, digest: understood.digest });
      const line = await db
        .selectFrom('external_lines')
        .select('id')
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow();
      return { path: `external-lines/${line.id}/suspense`, body: { reason }, accountId: null };
    },
    sendBackSuspense: async () => ({
      path: `suspense/${await suspended()}/send-back`,
      body: { rail: 'bank', reference: 'SEPA 9', reason },
      accountId: null,
    }),
    async refundSuspense() {
      const { accountId: hostId } = await person('host');
      const id = newId();
      const at = clock.now();
      const row = { id, host_id: hostId, rail: 'stripe' as const, amount_micros: HUNDRED, reference: 'Card' };
      await db
        .insertInto('deposits')
        .values({ ...row, state: 'confirmed', created_at: at, confirmed_at: at })
        .execute();
      await db.updateTable('accounts').set({ closed_at: at }).where('id', '=', hostId).execute();
      await transact(db, async (tx) => {
        const came = {
          debit: clearing('stripe'),
          credit: host(hostId),
          amountMicros: HUNDRED,
          subjectId: id,
        };
        await post(tx, { key: newId(), kind: 'deposit.confirmed', occurredAt: at, transfers: [came] });
        const from = { cause: 'refund_failed', rail: 'stripe', reference: id, subjectId: id } as const;
        await sweepClosed(tx, host(hostId), from, at);
      });
      const item = await db
        .selectFrom('suspense_items')
        .select('id')
        .where('subject_id', '=', id)
        .executeTakeFirstOrThrow();
      return { path: `suspense/${item.id}/refund`, body: { reason }, accountId: hostId };
    },
    async creditSuspense() {
      const { accountId } = await person('host');
      const { username } = await db
        .selectFrom('profiles')
        .select('username')
        .where('user_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return { path: `suspense/${await suspended()}/credit`, body: { username, reason }, accountId };
    },
    writeOffSuspense: async () => ({
      path: `suspense/${await suspended()}/write-off`,
      body: { reason },
      accountId: null,
    }),
    async writeOffDebt() {
      const { accountId } = await person('clipper');
      const { id } = await testListing(db, clock.now());
      const owes = {
        debit: clipperOwed(accountId),
        credit: listing(id),
        amountMicros: HUNDRED,
        subjectId: id,
      };
      await transact(db, (tx) =>
        post(tx, { key: id, kind: 'fraud.upheld', occurredAt: clock.now(), transfers: [owes] }),
      );
      return { path: `users/${accountId}/write-off-debt`, body: { reason }, accountId };
    },
    async upholdFraud() {
      const { id, hostId } = await earning();
      const body = { fromViews: 0, toViews: 5_000, note };
      return { path: `submissions/${id}/uphold-fraud`, body, accountId: hostId };
    },
    async approveEscalated() {
      const { id, as } = await escalated();
      return { path: `submissions/${id}/approve`, body: { note }, accountId: as.accountId };
    },
    async approveEscalatedClips() {
      const { id, as } = await escalated();
      return { path: 'submissions/approve', body: { ids: [id], note }, accountId: as.accountId };
    },
    async releaseFraudHold() {
      const { id, as } = await held();
      return { path: `fraud-holds/${id}/release`, body: { note }, accountId: as.accountId };
    },
    async releaseFraudHolds() {
      const { id, as } = await held();
      return { path: 'fraud-holds/release', body: { ids: [id], note }, accountId: as.accountId };
    },
    async upholdFraudHold() {
      const { id, hostId } = await held();
      return { path: `fraud-holds/${id}/uphold`, body: { note }, accountId: hostId };
    },
    async overturnAppeal() {
      const { id, as } = await appealed();
      return { path: `appeals/${id}/overturn`, body: { note }, accountId: as.accountId };
    },
    async dismissAppeal() {
      const { id, hostId } = await appealed();
      return { path: `appeals/${id}/dismiss`, body: { note }, accountId: hostId };
    },
    async clearCohort() {
      const { id, as, clipIds } = await cohort();
      await admin(`cohorts/${id}/hold`, { clipIds, note });
      return { path: `cohorts/${id}/clear`, body: { note }, accountId: as.accountId };
    },
    async upholdCohort() {
      const { id, hostId, clipIds } = await cohort();
      return { path: `cohorts/${id}/uphold`, body: { clipIds, note }, accountId: hostId };
    },
    async proveViews() {
      const { id, as } = await earning();
      return { path: `submissions/${id}/proof`, body: { upTo: 5_000, note }, accountId: as.accountId };
    },
    async letScorePass() {
      const { id, as } = await earning();
      await sql`update clip_tracking set band = 'needs_review', score = 70 where submission_id = ${id}`.execute(
        owner,
      );
      return { path: `submissions/${id}/let-pass`, body: { note }, accountId: as.accountId };
    },
    async pickUpPayout() {
      const { id, accountId } = await requested();
      return { path: `payouts/${id}/process`, accountId };
    },
    async markPayouts() {
      const { id, accountId } = await requested();
      return { path: 'payouts/mark', body: { act: 'pick_up', ids: [id] }, accountId };
    },
    /** PayPal refused this payout, so nobody has picked it up. */
    async markPayoutPaid() {
      const { id, accountId } = await requested();
      const refused = { state: 'processing', rail: 'paypal', processing_at: clock.now() } as const;
      await db.updateTable('payouts').set(refused).where('id', '=', id).execute();
      return { path: `payouts/${id}/paid`, body: { reference: 'PP-1' }, accountId };
    },
    async markPayoutFailed() {
      const { id, accountId } = await pickedUp();
      return { path: `payouts/${id}/failed`, body: { reason }, accountId };
    },
    async returnPayout() {
      const { id, accountId } = await pickedUp();
      await admin(`payouts/${id}/paid`, { reference: 'R 1' });
      return { path: `payouts/${id}/returned`, body: { reason }, accountId };
    },
    async resendPayout() {
      const { id, accountId } = await pickedUp();
      await db.updateTable('accounts').set({ closed_at: clock.now() }).where('id', '=', accountId).execute();
      await admin(`payouts/${id}/failed`, { reason });
      return { path: `payouts/${id}/resend`, body: { email: 'new@people.example', reason }, accountId };
    },
    async enterPayoutAddress() {
      const { accountId } = await banned();
      const body = { email: 'new@people.example', reason };
      return { path: `people/${accountId}/payout-address`, method: 'PUT', body, accountId };
    },
    async unbanUser() {
      const { accountId } = await banned();
      return { path: `users/${accountId}/unban`, body: { reason }, accountId };
    },
    async allowPayouts() {
      const { accountId } = await banned();
      return { path: `users/${accountId}/allow-payouts`, body: { reason }, accountId };
    },
  };
}
