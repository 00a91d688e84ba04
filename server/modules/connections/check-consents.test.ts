import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import { connectedAccounts } from '#server/testing/connected-accounts.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { openConnection } from './access.ts';
import { checkConsentsJob } from './check-consents.job.ts';

const { t, simulated, deps, rowOf, connected, close } = await connectedAccounts();
afterAll(close);
const run = () => checkConsentsJob(deps()).run(simulated.clock.now());
const noticesOf = (accountId: AccountId) =>
  t.db
    .selectFrom('notifications')
    .select(['body', 'link'])
    .where('user_id', '=', personOf(accountId))
    .execute();

/** Lets days pass, stopping whenever the job is due. */
async function passDays(days: number): Promise<void> {
  const { clock } = simulated;
  const end = clock.now().getTime() + days * 86_400_000;
  for (;;) {
    await run();
    const next = await nextDueOf(t.db, checkConsentsJob(deps()));
    if (!next || next.getTime() > end) break;
    clock.advanceHours((next.getTime() - clock.now().getTime()) / 3_600_000);
  }
  clock.advanceHours((end - clock.now().getTime()) / 3_600_000);
}

test.each(['instagram', 'tiktok', 'youtube'] as const)(
  'an account on %s without counted clips is readable after seventy days',
  async (platform) => {
    const { id, user_id } = await connected(platform);
    await passDays(70);
    expect((await openConnection(deps(), id, simulated.clock.now())).ok).toBe(true);
    expect(await noticesOf(user_id)).toEqual([]);
  },
);

test.each(['youtube', 'tiktok', 'twitch'] as const)(
  'notices a consent revoked at %s without a count, deletes its tokens and notifies the person once',
  async (platform) => {
    const { user_id, external_id } = await connected(platform);
    await run();
    await simulated.simulator.disconnect(platform, external_id);
    simulated.clock.advanceHours(platform === 'twitch' ? 1 : 24);
    await Promise.all([run(), run()]);
    await run();
    expect(await rowOf(user_id)).toMatchObject({
      state: 'dead',
      access_token_sealed: null,
      refresh_token_sealed: null,
    });
    const notices = await noticesOf(user_id);
    expect(notices).toHaveLength(1);
    expect(notices[0]!.link).toBe(
      platform === 'twitch' ? '/host/settings/accounts' : '/clipper/settings/accounts',
    );
  },
);

test('validates a Twitch session every hour, and no sooner', async () => {
  const { user_id, external_id } = await connected('twitch');
  await run();
  await simulated.simulator.disconnect('twitch', external_id);
  simulated.clock.advanceHours(0.9);
  await run();
  expect((await rowOf(user_id)).state).toBe('active');
  simulated.clock.advanceHours(0.1);
  await run();
  expect((await rowOf(user_id)).state).toBe('dead');
});

test('a platform that does not answer ends no consent, and is retried an hour later', async () => {
  const { user_id } = await connected('tiktok');
  await run();
  simulated.clock.advanceHours(24);
  await simulated.simulator.setFault({ service: 'tiktok', mode: 'down', minutes: 30 });
  await run();
  const after = await rowOf(user_id);
  expect(after.state).toBe('active');
  expect(after.next_check_at!.getTime() - simulated.clock.now().getTime()).toBe(3_600_000);
});

test('accounts whose keys can’t be read don’t keep another from being checked', async () => {
  const damaged: Awaited<ReturnType<typeof connected>>[] = [];
  for (let n = 0; n < 6; n++) damaged.push(await connected('youtube'));
  const { id, user_id, external_id } = await connected('youtube');
  await run();
  for (const [n, one] of [...damaged, { id }].entries()) {
    const next_check_at = new Date(simulated.clock.now().getTime() + 86_400_000 + n);
    await t.db.updateTable('connections').set({ next_check_at }).where('id', '=', one.id).execute();
  }
  await t.db
    .updateTable('connections')
    .set({ access_token_sealed: 'v1.damaged' })
    .where(
      'id',
      'in',
      damaged.map((one) => one.id),
    )
    .execute();
  await simulated.simulator.disconnect('youtube', external_id);
  simulated.clock.advanceHours(25);
  await expect(run()).rejects.toThrow('sealed under another secret, or damaged');
  const refused = t.db.selectFrom('account_refusals').selectAll().where('connection_id', '=', id);
  expect(await refused.execute()).toHaveLength(1);
  expect((await rowOf(user_id)).state).toBe('active');
});
