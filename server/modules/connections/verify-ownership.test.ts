import { afterAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { removeOtherConnections } from '#server/testing/only-connection.ts';
import { createAdapters, platformEndpoints, simulatorKeys } from './connections.ts';
import { type ProblemKind, problem } from './platforms/adapter.ts';
import { verifyOwnership } from './verify-ownership.ts';

const { db, close } = await testDatabase();
afterAll(close);
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const sealer = createSealer(soleSecret('a secret for tests that is long enough'), 'platform tokens');

async function answerTo(kind: ProblemKind): Promise<string | null> {
  const { accountId } = await testPerson(db, 'clipper');
  const id = newId();
  const account = { platform: 'tiktok', external_id: id, handle: 'clips', display_name: 'Clips' } as const;
  const token = { access_token_sealed: sealer.seal('token'), connected_at: clock.now() };
  await db
    .insertInto('connections')
    .values({ ...account, ...token, id, user_id: accountId, state: 'active' })
    .execute();
  await removeOtherConnections(db, id);
  const real = createAdapters(simulatorKeys, platformEndpoints({}, null), clock);
  const refusing = { ...real.posts('tiktok')!, whoAmI: async () => problem(kind, 'refused') };
  const adapters = { ...real, posts: () => refusing };
  return await verifyOwnership({ db, sealer, adapters }, id, clock.now());
}

test.each(['rejected', 'transient', 'quota'] as const)(
  'a platform that does not say whose an account is (%s) blocks payouts and blames nobody',
  async (kind) => {
    expect(await answerTo(kind)).toMatch(/is not answering.*try again automatically/);
  },
);

test.each(['denied', 'token_dead'] as const)(
  'an account that can’t be read (%s) must be connected again',
  async (kind) => {
    expect(await answerTo(kind)).toMatch(/^Connect @clips on TikTok again/);
  },
);

test('a platform that refuses our own app blocks payouts, and asks nothing of the person', async () => {
  const text = await answerTo('misconfigured');
  expect(text).toMatch(/is refusing Permille’s own access.*You have nothing to do.*continues automatically/);
  expect(text).not.toMatch(/connect/i);
});
