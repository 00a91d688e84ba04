import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/infra/id.ts';
import { enqueueMail, listOutbox } from '#server/infra/mail.ts';
import { transact } from '#server/infra/transaction.ts';
import { markPaid, pickUp } from '#server/modules/payouts/payouts.ts';
import { createActor } from '#server/testing/actor.ts';
import { type ClosingWorld, closingWorld } from '#server/testing/closing.ts';
import { testToken } from '#server/testing/listings.ts';

let world: ClosingWorld;
beforeAll(async () => {
  world = await closingWorld();
});
afterAll(() => world.end());

test('erases everything that names the person: account, profile, connections, mails and messages', async () => {
  const { db } = world;
  const clipper = await world.paidClipper(5_000);
  const texts = {
    name: 'Tess',
    category: 'account',
    message: 'Hello',
    created_at: world.clock.now(),
  } as const;
  await db
    .insertInto('support_messages')
    .values({ id: newId(), user_id: clipper.userId, email: clipper.email, ...texts })
    .execute();
  await world.takedownOf(clipper.userId, 'other@cutroom.example');
  await world.takedownOf(null, clipper.email);
  await db
    .updateTable('connections')
    .set({ access_token_sealed: testToken('tess') })
    .where('user_id', '=', clipper.accountId)
    .execute();
  expect((await world.close(clipper)).statusCode).toBe(200);

  expect((await world.get(clipper, '/api/account/closing')).statusCode).toBe(401);
  expect((await world.get(clipper, `/api/profiles/by-username/${clipper.username}`)).statusCode).toBe(404);
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', clipper.userId)
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({ email: `${clipper.accountId}@account.invalid`, name: 'Deleted account' });
  const connection = await db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', clipper.accountId)
    .executeTakeFirstOrThrow();
  expect(connection).toMatchObject({ state: 'removed', handle: 'erased', access_token_sealed: null });
  expect(world.ended).toEqual(['tiktok']);
  const left = await db
    .selectFrom('support_messages')
    .select('email')
    .where('email', '=', clipper.email)
    .execute();
  expect(left).toEqual([]);
  const asked = await db
    .selectFrom('takedown_requests')
    .select(['user_id', 'name', 'email', 'on_behalf_of', 'signature', 'work'])
    .execute();
  const nobody = { user_id: null, name: 'Deleted account', email: 'deleted@account.invalid' };
  expect(asked).toEqual(
    Array(2).fill({ ...nobody, on_behalf_of: null, signature: 'Deleted account', work: 'My film' }),
  );
  const mails = (await listOutbox(db)).filter(({ to }) => to === clipper.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Permille account was deleted']);
});

test('erases readings of screenshots, platform answers about the account and waiting mails', async () => {
  const { db } = world;
  const clipper = await world.paidClipper(5_000);
  await world.screenshotsOf(clipper, 'tess.cuts 5,000 views');
  await db
    .updateTable('connections')
    .set({ followers: 4_321n, scopes: 'video.list' })
    .where('user_id', '=', clipper.accountId)
    .execute();
  const mail = { subject: 'News', text: 'Of the account' };
  await enqueueMail(db, { to: clipper.email, ...mail }, world.clock.now());
  await enqueueMail(db, { to: 'tess@cutroom.example', ...mail }, world.clock.now());
  expect((await world.close(clipper)).statusCode).toBe(200);
  const attestations = await db
    .selectFrom('view_attestations as p')
    .innerJoin('submissions as s', 's.id', 'p.submission_id')
    .select(['p.read_text', 'p.state'])
    .where('s.clipper_id', '=', clipper.accountId)
    .orderBy('p.id')
    .execute();
  expect(attestations).toEqual([
    { read_text: null, state: 'match' },
    { read_text: null, state: 'unreadable' },
  ]);
  const connection = await db
    .selectFrom('connections')
    .select(['followers', 'scopes'])
    .where('user_id', '=', clipper.accountId)
    .executeTakeFirstOrThrow();
  expect(connection).toEqual({ followers: null, scopes: '' });
  const mails = (await listOutbox(db)).filter(({ to }) =>
    [clipper.email, 'tess@cutroom.example'].includes(to),
  );
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Permille account was deleted']);
});

test('erases the mailbox that paid by card', async () => {
  const { db } = world;
  const host = await world.person('host');
  const depositId = await world.cardPaymentOf(host);
  expect((await world.close(host)).statusCode).toBe(200);
  const left = await db
    .selectFrom('card_payments')
    .select('payer_email')
    .where('deposit_id', '=', depositId)
    .execute();
  expect(left).toEqual([{ payer_email: null }]);
});

test('keeps the address of the last payout until the payout has arrived', async () => {
  const { db } = world;
  const clipper = await world.paidClipper(5_000);
  expect((await world.close(clipper)).statusCode).toBe(200);
  const act = { actorId: (await createActor(db, { role: 'admin' })).userId, now: world.clock.now() };
  const payout = () =>
    db
      .selectFrom('payouts')
      .select(['id', 'state', 'destination'])
      .where('clipper_id', '=', clipper.accountId)
      .executeTakeFirstOrThrow();
  const { id, destination } = await payout();
  expect(destination).toBe('tess@cutroom.example');
  expect(await transact(db, (tx) => pickUp(tx, { payoutId: id, ...act }))).toBeNull();
  expect(await transact(db, (tx) => markPaid(tx, { payoutId: id, ...act }, 'bank 7'))).toBeNull();
  expect(await payout()).toMatchObject({ state: 'paid', destination: 't•••@cutroom.example' });
  const notified = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', clipper.userId)
    .execute();
  expect(notified).toEqual([]);
});
