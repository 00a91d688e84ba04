import { afterAll, expect, test } from 'vitest';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld();
afterAll(() => w.close());

test('one card at two hosts holds a clipper’s clips for the first host if the second has the clipper’s mailbox', async () => {
  const [host, other] = [await w.newHost(), await w.newHost()];
  const clipper = await testPerson(w.db, 'clipper');
  const email = `${other.accountId}+clips@people.example`;
  await w.db.updateTable('users').set({ email }).where('id', '=', clipper.userId).execute();
  const { id: listingId } = await testListing(w.db, w.clock.now(), { hostId: host.accountId });
  const clip = await testClip(w.db, {
    listingId,
    clipperId: clipper.accountId,
    approvedAt: w.clock.now(),
    views: 10,
  });
  const holds = () => w.db.selectFrom('fraud_holds').select(['submission_id', 'state']).execute();
  const pay = async (as: typeof host) => {
    const { url } = await w.begin(as);
    await w.pay(url, { method: 'card', number: '4242424242424242' });
    await w.settle();
  };
  await pay(host);
  expect(await holds()).toEqual([]);
  await pay(other);
  expect(await holds()).toEqual([{ submission_id: clip, state: 'escalated' }]);
  const payers = await w.db.selectFrom('card_payments').select(['payer_email', 'fingerprint']).execute();
  expect(new Set(payers.map((row) => row.fingerprint)).size).toBe(1);
  expect(payers.map((row) => row.payer_email).sort()).toEqual([host.email, other.email].sort());
});
