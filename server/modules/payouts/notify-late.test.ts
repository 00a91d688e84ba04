import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { jobOf, nextDueOf } from '#server/testing/jobs.ts';
import { OPERATOR, testModules } from '#server/testing/modules.ts';
import { makeAvailable } from '#server/testing/paypal.ts';
import { payoutCheck } from './payouts.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });

const [module] = testModules(db, clock, ['payouts']);
const api = await testApi(db, clock, [module]);
const late = jobOf(module, 'payouts.notify-late');
afterAll(async () => {
  await api.close();
  await t.close();
});

async function requested(): Promise<{ accountId: AccountId; id: string }> {
  const as = await testPerson(db, 'clipper');
  const body = { email: `${as.accountId}@cutroom.example`, country: 'US' };
  await api.send('PUT', '/api/clipper/payout-address', { as, body });
  await makeAvailable(db, as.accountId, 20, clock.now());
  return { accountId: as.accountId, id: (await api.send('POST', '/api/payouts', { as, body: {} })).body.id };
}
const mails = () =>
  db
    .selectFrom('outbound_emails')
    .select(['subject', 'body_text'])
    .where('to_address', '=', OPERATOR)
    .execute();
const notes = (accountId: AccountId) =>
  db
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', personOf(accountId))
    .where('kind', '=', 'payout.late')
    .execute();

test('a payout not sent within 24 hours alarms the operator once, and its clipper is notified of the next steps', async () => {
  const { accountId, id } = await requested();
  clock.advance(DAY - HOUR);
  await late.run(clock.now());
  expect([await mails(), await payoutCheck(db, clock).problem()]).toEqual([[], null]);
  expect(await nextDueOf(db, late)).toEqual(after(clock.now(), HOUR));
  clock.advance(HOUR);
  await Promise.all([late.run(clock.now()), late.run(clock.now())]);
  clock.advance(DAY);
  await late.run(clock.now());
  expect(await mails()).toEqual([
    { subject: 'Late payouts: 1', body_text: expect.stringContaining(`payout ${id}`) },
  ]);
  expect(await notes(accountId)).toEqual([
    {
      body: expect.stringContaining(
        '$20.00 should have been sent by Wed 4 Mar, 10:00 UTC. We have been alerted',
      ),
    },
  ]);
  expect(await payoutCheck(db, clock).problem()).toContain('not left within 24 hours: 1');
  await db.updateTable('payouts').set({ state: 'canceled' }).where('id', '=', id).execute();
  expect(await payoutCheck(db, clock).problem()).toBeNull();
});

test('payouts that wait for their clipper or a reviewer don’t count as late', async () => {
  const [banned, unverified] = [await requested(), await requested()];
  await db
    .updateTable('users')
    .set({ banned_at: clock.now() })
    .where('id', '=', personOf(banned.accountId))
    .execute();
  const now = clock.now();
  await db
    .insertInto('payout_account_checks')
    .values({
      payout_id: unverified.id,
      checked_at: now,
      again_at: now,
      problem: 'Connect it.',
      problem_since: now,
    })
    .execute();
  clock.advance(2 * DAY);
  await late.run(clock.now());
  expect([await notes(banned.accountId), await notes(unverified.accountId)]).toEqual([[], []]);
  expect(await payoutCheck(db, clock).problem()).toBeNull();
});

test('the mail about a late payout that PayPal reviews does not offer to cancel it', async () => {
  const [picked, reviewed] = [await requested(), await requested()];
  const begun = { state: 'processing', processing_at: clock.now() } as const;
  await db.updateTable('payouts').set(begun).where('id', 'in', [picked.id, reviewed.id]).execute();
  await db.updateTable('payouts').set({ item_state: 'ONHOLD' }).where('id', '=', reviewed.id).execute();
  clock.advance(2 * DAY);
  await late.run(clock.now());
  const [first, second] = [await notes(picked.accountId), await notes(reviewed.accountId)];
  expect(first[0]!.body).toContain('We have been alerted');
  expect(first[0]!.body).not.toContain('cancel');
  expect(second[0]!.body).toContain('PayPal is reviewing it');
  expect(second[0]!.body).not.toContain('cancel');
});
