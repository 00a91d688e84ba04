import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import type { Actor } from '#server/http/actor.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { type Adapters, simulatorKeys } from '#server/modules/connections/connections.ts';
import { metaRequest } from '#simulator/consent/events.ts';
import { appScopedId } from '#simulator/ids.ts';
import { decide } from '#simulator/trial.ts';
import { testApi, testPerson } from './api.ts';
import { moveAvailable } from './available-earnings.ts';
import { testDatabase } from './database.ts';
import { testModules } from './modules.ts';
import { startSimulatedPlatforms } from './simulated-platforms.ts';

export type OwnershipWorld = Awaited<ReturnType<typeof ownershipWorld>>;

const instagram = { clientId: 'our-app', clientSecret: 'meta secret' };

/** Creates clippers with accounts at a simulated platform, and their payouts. */
export async function ownershipWorld() {
  const t = await testDatabase();
  const { db } = t;
  const owner = createDatabase(t.ownerUrl, { max: 1 });
  const { simulator, clock, adapters } = await startSimulatedPlatforms();
  /** The accounts whose ownership was checked at a platform. */
  const asked: string[] = [];
  const posts: Adapters['posts'] = (platform) => {
    const adapter = adapters.posts(platform);
    return (
      adapter && {
        ...adapter,
        async whoAmI(token) {
          const answer = await adapter.whoAmI(token);
          if (answer.ok) asked.push(answer.value.externalId);
          return answer;
        },
      }
    );
  };
  const platforms = { adapters: { ...adapters, posts }, keys: { ...simulatorKeys, tiktok: null, instagram } };
  const modules = testModules(db, clock, ['connections', 'payouts', 'account data'], { platforms });
  const [, payouts] = modules;
  const api = await testApi(db, clock, modules);
  const admin = await testPerson(db, 'admin');

  async function connect(as: Actor, handle: string, platform: ConnectablePlatform = 'tiktok') {
    const start = await api.send('POST', '/api/connections/start', {
      as,
      body: { platform, returnTo: '/clipper/settings' },
    });
    const back = await decide(start.body.authorizeUrl, 'allow', handle);
    await api.send('GET', `${back.pathname}${back.search}`, { as });
    return await db
      .selectFrom('connections')
      .select(['id', 'external_id'])
      .where('user_id', '=', as.accountId)
      .where('state', '=', 'active')
      .executeTakeFirstOrThrow();
  }

  /** Creates a clipper whose connected account earned `dollars`, which are available. */
  async function earner(handle: string, platform: ConnectablePlatform = 'tiktok', dollars = 12) {
    const as = await testPerson(db, 'clipper');
    const account = await connect(as, handle, platform);
    const [clip, source] = [newId(), newId()];
    const now = clock.now();
    await sql`set session_replication_role = replica`.execute(owner.db);
    const amount = BigInt(dollars) * 1_000_000n;
    await sql`
      insert into submissions (id, listing_id, listing_version, clipper_id, connection_id, platform, post_id, url, caption,
        posted_at, reported_views, submitted_at, decide_by, status, approved_at, tracking_until)
      values (${clip}, ${source}, 1, ${as.userId}, ${account.id}, ${platform}, ${clip}, 'u', 'Their words', ${now}, 0, ${now},
        ${now}, 'approved', ${now}, ${now})`.execute(owner.db);
    await sql`
      insert into clip_earnings (submission_id, listing_id, clipper_id, approved_at, rate_micros_per_view, min_views,
        paid_views, paid_micros, reserves, state)
      values (${clip}, ${source}, ${as.userId}, ${now}, 2000, 0, ${amount / 2000n}, ${amount}, false, 'finished')`.execute(
      owner.db,
    );
    await sql`
      insert into accruals (submission_id, entry_id, listing_id, clipper_id, views_from, views_to, rate_micros_per_view,
        amount_micros, counted_views, counted_at, accrued_at, release_due_at, state, released_at, available_micros)
      values (${clip}, ${newId()}, ${source}, ${as.userId}, 0, ${amount / 2000n}, 2000, ${amount}, ${amount / 2000n}, ${now},
        ${now}, ${now}, 'released', ${now}, ${amount})`.execute(owner.db);
    const body = { email: `${handle}@pay.example`, country: 'US' };
    await api.send('PUT', '/api/clipper/payout-address', { as, body });
    await moveAvailable(db, { clipperId: as.accountId, amount, now });
    return { as, account, clip };
  }

  /** Creates a clipper with earnings and a requested payout. */
  async function paidSoon(handle: string, platform?: ConnectablePlatform) {
    const { as, account } = await earner(handle, platform);
    const asked = await api.send('POST', '/api/payouts', { as, body: {} });
    expect(asked.status).toBe(200);
    return { as, account, payoutId: asked.body.id as string };
  }

  async function runDue(): Promise<void> {
    for (const job of payouts.jobs!) await job.run(clock.now());
  }

  async function pickUp(id: string): Promise<string> {
    const { status, body } = await api.send('POST', `/api/admin/payouts/${id}/process`, { as: admin });
    return status === 200 ? 'picked up' : body.code;
  }

  /** The holder of the Instagram account requests, at Instagram, the deletion of all data from it. */
  async function askForDeletion(externalId: string): Promise<void> {
    const { headers, body } = metaRequest(appScopedId(externalId), instagram.clientSecret, clock.now());
    const url = '/webhooks/instagram/deletion';
    const reply = await api.server.inject({ method: 'POST', url, headers, payload: body });
    expect(reply.statusCode).toBe(200);
  }

  const close = async () => {
    await api.close();
    await owner.close();
    await simulator.stop();
    await t.close();
  };
  return {
    db,
    api,
    admin,
    clock,
    simulator,
    asked,
    connect,
    earner,
    paidSoon,
    runDue,
    pickUp,
    askForDeletion,
    close,
  };
}
