import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type AccountId, personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { createActor } from '#server/testing/actor.ts';
import { testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { banUser } from './ban.ts';

const t = await testDatabase();
const { db } = t;
afterAll(t.close);

const NOW = new Date('2026-03-02T10:00:00Z');

const FACTS = [
  'name',
  'role',
  'is_demo',
  'banned_at',
  'ban_reason',
  'payouts_allowed_at',
  'closed_at',
] as const;
const ofAccount = (id: AccountId) =>
  db.selectFrom('accounts').select(FACTS).where('id', '=', id).executeTakeFirstOrThrow();
const ofPerson = (id: UserId) =>
  db.selectFrom('users').select(FACTS).where('id', '=', id).executeTakeFirstOrThrow();

test('a person has a personal account with the same id, and is its owner, from the first moment', async () => {
  const id = newId<UserId>();
  await db
    .insertInto('users')
    .values({ id, email: `${id}@people.example`, name: 'Tess', role: 'clipper' })
    .execute();
  expect(await ofAccount(personalAccount(id))).toMatchObject({
    name: 'Tess',
    role: 'clipper',
    is_demo: false,
  });
  const members = db.selectFrom('members').select(['user_id', 'role']);
  expect(await members.where('account_id', '=', personalAccount(id)).execute()).toEqual([
    { user_id: id, role: 'owner' },
  ]);
});

test.each([
  ['a ban', { banned_at: NOW, ban_reason: 'Bought views.' }],
  ['a name', { name: 'Deleted account', closed_at: NOW }],
  ['a role', { role: 'host' as const }],
])(
  '%s that one release writes is read by the other, whichever of the two tables it uses',
  async (_, facts) => {
    const [old, recent] = [await testPerson(db, 'clipper'), await testPerson(db, 'clipper')];
    await db.updateTable('users').set(facts).where('id', '=', old.userId).execute();
    expect(await ofAccount(old.accountId)).toEqual(await ofPerson(old.userId));
    expect(await ofAccount(old.accountId)).toMatchObject(facts);
    await db.updateTable('accounts').set(facts).where('id', '=', recent.accountId).execute();
    expect(await ofPerson(recent.userId)).toEqual(await ofAccount(recent.accountId));
    expect(await ofPerson(recent.userId)).toMatchObject(facts);
  },
);

test('a notification to an account reaches each member once, one to a person only that person, and none a closed account', async () => {
  const [owner, other] = [await testPerson(db, 'host'), await testPerson(db, 'host')];
  await sql`insert into members (account_id, user_id, role) values (${owner.accountId}, ${other.userId}, 'owner')`.execute(
    t.owner,
  );
  const notice = {
    kind: 'listing.ended',
    title: 'Ended',
    body: 'It ended.',
    link: '/host/listings',
  } as const;
  const send = () => transact(db, (tx) => notify(tx, { ...notice, accountId: owner.accountId }, NOW));
  const readers = async (title = 'Ended') => {
    const rows = db.selectFrom('notifications').select('user_id').where('title', '=', title);
    return (await rows.execute()).map((row) => row.user_id).sort();
  };
  await send();
  expect(await readers()).toEqual([owner.userId, other.userId].sort());
  const toOwner = { ...notice, title: 'Only for the owner', userId: owner.userId };
  await transact(db, (tx) =>
    notify(tx, [toOwner, { ...notice, title: 'For all', accountId: owner.accountId }], NOW),
  );
  expect(await readers('Only for the owner')).toEqual([owner.userId]);
  await db.updateTable('accounts').set({ closed_at: NOW }).where('id', '=', owner.accountId).execute();
  await send();
  expect(await readers()).toHaveLength(2);
});

test('a ban of an organization ends no session of its owners, and a ban of a person ends all of theirs', async () => {
  const [owner, admin] = [await createActor(db, { role: 'host' }), await testPerson(db, 'admin')];
  const organization = newId<AccountId>();
  await sql`insert into accounts (id, kind, name, role) values (${organization}, 'organization', 'Studio', 'host')`.execute(
    t.owner,
  );
  await sql`insert into members (account_id, user_id, role) values (${organization}, ${owner.userId}, 'owner')`.execute(
    t.owner,
  );
  const act = { adminId: admin.userId, reason: 'Stolen videos.', now: NOW };
  const sessions = () =>
    db.selectFrom('sessions').select('user_id').where('user_id', '=', owner.userId).execute();
  await transact(db, (tx) => banUser(tx, { ...act, accountId: organization }));
  expect(await sessions()).toHaveLength(1);
  await transact(db, (tx) => banUser(tx, { ...act, accountId: owner.accountId }));
  expect(await sessions()).toEqual([]);
});
