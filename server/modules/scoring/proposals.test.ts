import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProposalFigures, ScoreProposal } from '#contract/scoring/score-proposals.ts';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { proposeRules } from './proposals.ts';
import { settingOf, shippedRules } from './score/rules.ts';
import { changeSignals, newestVersion } from './score-versions.ts';

let database: TestDatabase;
let world: ClipWorld;
let admin: Actor;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  admin = await testPerson(world.db, 'admin');
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const steady = settingOf(shippedRules.signals.find(({ id }) => id === 'linear_delivery')!);
const outcome = { boughtHeld: 30, boughtAsked: 36, honestHeld: 1, honestAsked: 4 };
const figures: ProposalFigures = {
  heldOutFrom: new Date('2026-01-05T00:00:00Z'),
  trained: { bought: 120, honest: 500 },
  comparisons: [
    { platform: null, bought: 40, honest: 250, before: outcome, after: { ...outcome, boughtHeld: 35 } },
  ],
};
async function propose(weight: number): Promise<string> {
  const { version } = await newestVersion(world.db);
  const signals = [{ ...steady, weight }];
  return await transact(world.db, (tx) =>
    proposeRules(tx, { version, signals, figures, now: world.clock.now() }),
  );
}
const waiting = async () =>
  (await world.api.send('GET', '/api/admin/score-proposal', { as: admin })).body
    .proposal as ScoreProposal | null;
const decide = (id: string, how: 'apply' | 'refuse') =>
  world.api.send('POST', `/api/admin/score-proposals/${id}/${how}`, {
    as: admin,
    body: { note: 'Looked at.' },
  });
const audits = async () =>
  (
    await world.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('action', 'like', 'score.%')
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id }) => [action, actor_id]);

test('keeps a proposal unused, with the figures of both rules, until an admin applies it', async () => {
  expect(await waiting()).toBeNull();
  const replaced = await propose(0.3);
  const id = await propose(0.5);
  expect(await waiting()).toMatchObject({
    id,
    version: 0,
    trained: { bought: 120, honest: 500 },
    comparisons: [{ before: { boughtHeld: 30 }, after: { boughtHeld: 35 } }],
    signals: [{ name: 'Linear growth', before: steady, after: { ...steady, weight: 0.5 } }],
  });
  expect((await newestVersion(world.db)).version).toBe(0);
  expect((await decide(replaced, 'apply')).body.code).toBe('score_proposal_state');
  expect((await decide(newId(), 'apply')).body.code).toBe('not_found');
  const host = await testPerson(world.db, 'host');
  const path = `/api/admin/score-proposals/${id}/apply`;
  expect((await world.api.send('POST', path, { as: host, body: { note: 'Mine.' } })).status).toBe(404);

  expect((await decide(id, 'apply')).body).toEqual({ version: 1 });
  expect(await waiting()).toBeNull();
  const { version, settings } = await newestVersion(world.db);
  expect([version, settings.signals]).toEqual([1, [{ ...steady, weight: 0.5 }]]);
  expect((await decide(id, 'refuse')).body.code).toBe('score_proposal_state');
  expect(await audits()).toEqual([
    ['score.proposed', null],
    ['score.proposed', null],
    ['score.proposal_applied', admin.userId],
    ['score.changed', admin.userId],
  ]);
});

test('changes nothing when a proposal is refused, and refuses the second of two admins who decide at once', async () => {
  const id = await propose(0.4);
  const replies = await Promise.all([decide(id, 'refuse'), decide(id, 'apply'), decide(id, 'refuse')]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await waiting()).toBeNull();
  const other = await propose(0.45);
  const before = (await newestVersion(world.db)).version;
  expect((await decide(other, 'refuse')).status).toBe(200);
  expect((await newestVersion(world.db)).version).toBe(before);
});

test('refuses a proposal when an admin has changed the rules since they were compared', async () => {
  const id = await propose(0.35);
  const { version } = await newestVersion(world.db);
  const change = { version, signals: [{ ...steady, weight: 0.6 }], note: 'By hand.', adminId: admin.userId };
  await transact(world.db, (tx) => changeSignals(tx, { ...change, now: world.clock.now() }));
  expect((await decide(id, 'apply')).body.code).toBe('changed_meanwhile');
  expect(await waiting()).toMatchObject({ id });
  expect((await decide(id, 'refuse')).status).toBe(200);
});
