import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { after, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Adapters } from '#server/modules/connections/connections.ts';
import type { ConnectAdapter } from '#server/modules/connections/platforms/adapter.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { createActor, createTestServer, type TestActor } from './actor.ts';
import { testClip, testListing } from './clips.ts';
import { testDatabase } from './database.ts';
import { testMediaFile } from './media-file.ts';
import { testModules } from './modules.ts';

export type ClosingWorld = Awaited<ReturnType<typeof closingWorld>>;

/** People who close their account or export their data. */
export async function closingWorld() {
  const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
  const database = await testDatabase();
  const { db } = database;
  /** The platforms at which the last closed account's consent was revoked. */
  const ended: string[] = [];
  const adapters: Adapters = {
    available: [],
    connect: (platform) => ({ revoke: async () => void ended.push(platform) }) as unknown as ConnectAdapter,
    posts: () => null,
  };
  const modules = testModules(db, clock, ['account data', 'profiles'], {
    platforms: { adapters },
    verifyPassword: async (_userId, password) => password === 'right',
  });
  const server = await createTestServer({ db, clock, modules });

  const get = (actor: TestActor, url: string) =>
    server.inject({ method: 'GET', url, headers: actor.headers });
  const close = (actor: TestActor, payload: object = { confirmation: actor.username }) => {
    ended.length = 0;
    return server.inject({ method: 'POST', url: '/api/account/close', payload, headers: actor.headers });
  };

  let people = 0;
  const person = (role: 'host' | 'clipper') => createActor(db, { role, username: `leaver_${++people}` });

  /** Inserts a takedown request by this person, or by somebody with this address. */
  async function takedownOf(userId: UserId | null, email: string): Promise<void> {
    const words = { name: 'Tess', on_behalf_of: 'Tess Films', signature: 'Tess', work: 'My film' };
    const url = 'https://video.example/1';
    const times = { created_at: clock.now() };
    await db
      .insertInto('takedown_requests')
      .values({ id: newId(), user_id: userId, email, url, ...words, ...times })
      .execute();
  }

  /**
   * Creates a clipper with one clip that earned `views` at $2.00 per 1,000. All of it is available, and
   * nothing is open.
   */
  async function paidClipper(views: number, address = true): Promise<TestActor & { clip: string }> {
    const clipper = await person('clipper');
    const listing = await testListing(db, clock.now());
    const clip = await testClip(db, {
      listingId: listing.id,
      clipperId: clipper.accountId,
      approvedAt: clock.now(),
      views,
    });
    await settle(db, clock.now());
    await releaseDue(db, after(clock.now(), 24 * HOUR));
    const finished = { state: 'finished' } as const;
    const untracked = { ...finished, next_poll_at: null };
    await db.updateTable('clip_earnings').set(finished).where('submission_id', '=', clip).execute();
    await db.updateTable('clip_tracking').set(untracked).where('submission_id', '=', clip).execute();
    if (!address) return { ...clipper, clip };
    const times = { usable_at: clock.now(), set_at: clock.now() };
    await db
      .insertInto('payout_addresses')
      .values({ user_id: clipper.accountId, email: 'tess@cutroom.example', ...times })
      .execute();
    return { ...clipper, clip };
  }

  /**
   * Inserts two screenshots of a clip: one with this recognized text, and one whose text is still being
   * recognized.
   */
  async function screenshotsOf(
    { accountId, clip }: { accountId: AccountId; clip: string },
    text: string,
  ): Promise<void> {
    const read = { state: 'match', read_text: text, replaced_at: clock.now() } as const;
    for (const found of [read, { state: 'waiting' } as const]) {
      const attestation = newId();
      const picture = { file_name: 'views.png', content_type: 'image/png' };
      const made = { created_at: clock.now(), ready_at: clock.now() };
      const media = await testMediaFile(db, { owner_id: accountId, kind: 'screenshot', ...picture, ...made });
      const sent = { reported_views: 7n, sent_at: clock.now(), waiting_since: clock.now() };
      await db
        .insertInto('view_attestations')
        .values({ id: attestation, submission_id: clip, media_id: media, ...sent, ...found })
        .execute();
    }
  }

  /** Inserts a card payment of a host that never arrived; returns its id. */
  async function cardPaymentOf(host: TestActor): Promise<string> {
    const deposit = {
      id: newId(),
      host_id: host.accountId,
      rail: 'stripe',
      amount_micros: 10_000_000n,
    } as const;
    const state = { state: 'failed', reference: newId(), created_at: clock.now() } as const;
    await db
      .insertInto('deposits')
      .values({ ...deposit, ...state })
      .execute();
    const payer = { payment_intent: newId(), deposit_id: deposit.id, payer_email: host.email };
    await db
      .insertInto('card_payments')
      .values({ ...payer, seen_at: clock.now() })
      .execute();
    return deposit.id;
  }

  const end = async () => {
    await server.close();
    await database.close();
  };
  return {
    db,
    owner: database.owner,
    clock,
    ended,
    get,
    close,
    person,
    takedownOf,
    paidClipper,
    screenshotsOf,
    cardPaymentOf,
    end,
  };
}
