import { spawn } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { eachHistory, readLabels } from '#server/modules/scoring/labelled-clips.ts';
import { settingOf, shippedRules } from '#server/modules/scoring/score/rules.ts';
import { changeSignals, newestVersion } from '#server/modules/scoring/score-versions.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { placeClips } from '#server/testing/cohorts.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import type { ScenarioName } from '#simulator/growth/scenarios.ts';
import { learnFromVerdicts, type Needed } from './learn-from-verdicts.ts';
import { verdictTable } from './verdict-table.ts';

const DAY = 86_400_000;
const now = new Date('2026-11-23T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
const report = () => {};

let database: TestDatabase;
let adminId: UserId;
let listingId: string;
let connectionId: string;
beforeAll(async () => {
  database = await testDatabase();
  adminId = (await testPerson(database.db, 'admin')).userId;
  listingId = (await testListing(database.db, daysAgo(95))).id;
  const { accountId: clipperId } = await testPerson(database.db, 'clipper');
  const clip = { listingId, clipperId, approvedAt: null, submittedAt: daysAgo(95) };
  await testClip(database.db, clip);
  connectionId = (await database.db.selectFrom('connections').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => database.close());

/**
 * Inserts approved clips that are no longer counted, posted 20 to 70 days ago, with a week of hourly counts
 * each. If `isBought`, each clip has excluded views.
 */
async function place(scenario: ScenarioName, count: number, isBought: boolean): Promise<string[]> {
  const clips = Array.from({ length: count }, (_, seed) => ({
    scenario,
    seed,
    listingId,
    clipperId: personalAccount(adminId),
    views: 40_000,
    postedAt: daysAgo(20 + (50 * seed) / count),
  }));
  const ids = (await placeClips(database.owner, clips, null, 168)).map(({ id }) => id);
  await sql`update submissions set status = 'approved', approved_at = submitted_at, tracking_until = submitted_at,
    connection_id = ${connectionId}
    where id = any(${ids}::uuid[])`.execute(database.owner);
  await sql`update clip_tracking set connection_id = ${connectionId}, state = 'finished', next_poll_at = null, band = 'clean', score = 0, snapshot_count = 168,
    scored_at = ${daysAgo(15)}, excluded_views = ${isBought ? 1_000 : 0} where submission_id = any(${ids}::uuid[])`.execute(
    database.owner,
  );
  return ids;
}

const labels = () => readLabels(database.db, daysAgo(90), now);
const labelOf = async (id: string) => (await labels()).find((label) => label.id === id);

test('decisions of people are labels, and neither a host alone, undecided clips nor identities are', async () => {
  const [rejected, open, identity, released, dismissed] = await place('organic', 5, false);
  await database.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const hold = (id: string, state: 'open' | 'released' | 'upheld', identity: string | null = null) =>
      sql`
      insert into fraud_holds (id, submission_id, state, score, reason, from_views, opened_at, decide_by, decided_at, identity_match_id)
      values (${newId()}, ${id}, ${state}, 80, 'Bought.', 0, ${daysAgo(16)}, ${daysAgo(16)}, ${state === 'open' ? null : daysAgo(16)},
        ${identity})`.execute(tx);
    await hold(open!, 'open');
    await hold(released!, 'released');
    await hold(identity!, 'upheld', newId());
    await sql`update submissions set status = 'rejected', approved_at = null, reject_reason = 'suspected_fake_views', decision_by = ${newId()}
      where id in (${rejected!}, ${dismissed!})`.execute(tx);
    await sql`insert into appeals (id, submission_id, listing_id, clipper_id, text, opened_at, decide_by, decided_at, state)
      values (${newId()}, ${dismissed!}, ${listingId}, ${adminId}, 'No.', ${now}, ${now}, ${now}, 'dismissed')`.execute(
      tx,
    );
  });
  expect(await labelOf(rejected!)).toBeUndefined();
  expect(await labelOf(open!)).toBeUndefined();
  expect(await labelOf(identity!)).toBeUndefined();
  expect(await labelOf(released!)).toMatchObject({ isBought: false, decidedAt: daysAgo(16) });
  expect(await labelOf(dismissed!)).toMatchObject({ isBought: true });
  await sql`update submissions set decision_by = ${adminId} where id = ${rejected!}`.execute(database.owner);
  expect(await labelOf(rejected!)).toMatchObject({ isBought: true });
});

test('a platform that removes views labels them as bought, and its removal is not among the counts', async () => {
  const [id] = await place('organic', 1, false);
  const at = (await labelOf(id!))!.submittedAt;
  await sql`update view_snapshots set views = views / 2 where submission_id = ${id!}
    and fetched_at > ${new Date(at.getTime() + 100.5 * 3_600_000)}`.execute(database.owner);
  const given: [boolean, number][] = [];
  await eachHistory(database.db, [(await labelOf(id!))!], ({ isBought }, { snapshots }) =>
    given.push([isBought, snapshots.length]),
  );
  expect(given).toEqual([[true, 100]]);
});

/** Runs the command as an operator does. */
async function tune(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = { ...process.env, DATABASE_URL: '' };
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/fraud/tune.ts', ...args], { env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

test('the command explains in a sentence why it proposes nothing, and fails', async () => {
  expect(await tune('--database', database.ownerUrl)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^Too few verdicts/),
  });
  expect(await tune('--database')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Name the database: /),
  });
});

const needed: Needed = { fit: { bought: 30, honest: 50 }, compare: { bought: 10, honest: 20 } };

test('with too few verdicts nothing is proposed, and the message has their number', async () => {
  const { proposalId, says } = await learnFromVerdicts(database.db, now, { report });
  expect(proposalId).toBeNull();
  expect(says).toMatch(
    /^Too few verdicts to propose anything: \d of 100 bought clips to fit to, \d+ of 400 honest clips to fit to, /,
  );
});

test('rules fitted to earlier weeks are proposed when they do better on later ones, and judge nothing yet', async () => {
  // The rules are made worse, so that fitting can improve them.
  const signals = shippedRules.signals
    .map(settingOf)
    .map((signal) => ({ ...signal, weight: 0.35 * signal.weight }));
  await transact(database.db, (tx) =>
    changeSignals(tx, { version: 0, signals, note: 'Less.', adminId, now: daysAgo(80) }),
  );
  await place('organic', 100, false);
  await place('bought-step', 60, true);
  const { proposalId, figures, says } = await learnFromVerdicts(database.db, now, { report, needed });
  expect(says).toMatch(/^Proposed\./);
  const all = figures!.comparisons.at(-1)!;
  expect(all.platform).toBeNull();
  expect(all.after.boughtHeld).toBeGreaterThan(all.before.boughtHeld);
  expect(all.bought + figures!.trained.bought).toBeGreaterThanOrEqual(60);
  expect(figures!.heldOutFrom.getUTCDay()).toBe(1);
  expect(verdictTable(figures!)).toMatch(
    /all platforms: \d+ bought, \d+ honest\n {2}precision +[\d.-]+%? now +[\d.]+% proposed/,
  );
  expect((await newestVersion(database.db)).version).toBe(1);
  const again = await learnFromVerdicts(database.db, now, { report, needed });
  const rows = await database.db
    .selectFrom('score_proposals')
    .selectAll()
    .orderBy('made_at')
    .orderBy('id')
    .execute();
  expect(rows.map(({ id, decided_at }) => [id, decided_at === null])).toEqual([
    [proposalId, false],
    [again.proposalId, true],
  ]);
  expect(again.figures).toEqual(figures);
});
