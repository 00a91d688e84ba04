import { sql } from 'kysely';
import { personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { fullMoment } from '#contract/dates.ts';
import { demoRoutes } from '#contract/demo.ts';
import { DEMO_IDLE_MINUTES, DEMO_POSTS_PER_DAY, DEMO_RESETS_PER_DAY } from '#contract/limits.ts';
import type { DemoPlatform } from '#db/seed/demo-listings.ts';
import type { DemoSimulator } from '#db/seed/demo-world.ts';
import type { LastReset } from './demo.ts';
import { callerBucket, uncountHit, withinLimit } from './http/rate-limit.ts';
import { type Api, implement } from './http/route.ts';
import { DAY } from './infra/clock.ts';
import { mailsTo } from './infra/mail.ts';
import { refuse } from './infra/outcome.ts';
import type { Database } from './infra/transaction.ts';

interface Tools {
  /** The simulator's operations; null outside a demo. */
  simulator: DemoSimulator | null;
  /**
   * Whether mails to this address are shown in the app instead of being sent. Their reader is signed in and
   * has no other mailbox.
   */
  showsMailsTo: (address: string) => boolean;
  /**
   * Moves the clock by a day. Null when the clock is shared: it may be moved only with dev tools, on a
   * developer's own machine.
   */
  passDay: (() => Promise<Date>) | null;
  /** Null when the demo's people can't be recreated. */
  demo: {
    /** Whether strangers share the demo. Resets by one network are then limited. */
    isShared: boolean;
    lastReset: () => Promise<LastReset | null>;
    /** Resets the demo. Returns the last reset, and does nothing, if that was too recent. */
    reset: () => Promise<LastReset | null>;
  } | null;
}

/** Registers the demo's own tools, for signed-in people. */
export function registerDemoRoutes(api: Api, { simulator, showsMailsTo, passDay, demo }: Tools): void {
  const { db } = api;
  implement(api, demoRoutes.demoTools, async ({ actor }) => {
    if (!simulator) return refuse('not_found');
    const mails = showsMailsTo(actor.email)
      ? await mailsTo(db, actor.email, await joined(db, actor.userId))
      : null;
    return { movesClock: passDay !== null, reset: (await demo?.lastReset()) ?? null, mails };
  });
  implement(api, demoRoutes.makeDemoPost, async ({ actor, now }) => {
    if (!simulator) return refuse('not_found');
    const account = await findAccount(db, actor.userId);
    if (!account) return refuse('demo_post_without_account');
    if (!(await withinLimit(db, `demo posts ${actor.userId}`, DEMO_POSTS_PER_DAY, DAY)))
      return refuse('demo_posts_used');
    const { url } = await simulator.createPost({
      ...account,
      scenario: 'organic',
      caption: 'The moment everybody waited for #ad',
      postedAt: now,
    });
    return { url, ...account };
  });
  registerReset(api, demo);
  implement(api, demoRoutes.skipDemoDay, async () => {
    if (!passDay) return refuse('not_found');
    return { now: await passDay() };
  });
}

function registerReset(api: Api, demo: Tools['demo']): void {
  implement(api, demoRoutes.resetDemo, async ({ request }) => {
    if (!demo) return refuse('not_found');
    const bucket = `demo resets ${callerBucket(request.ip)}`;
    if (demo.isShared && !(await withinLimit(api.db, bucket, DEMO_RESETS_PER_DAY, DAY))) {
      return refuse('demo_reset_lately', {
        detail: `The demo was reset from your network ${DEMO_RESETS_PER_DAY} times today. ${BY_ITSELF}`,
      });
    }
    const last = await demo.reset();
    if (!last?.againAt) return {};
    await uncountHit(api.db, bucket, DAY);
    return refuse('demo_reset_lately', {
      detail: `${resetSentence[last.lastBy]} at ${fullMoment(last.lastAt)}, and can be reset again at ${fullMoment(last.againAt)}. ${BY_ITSELF}`,
    });
  });
}

const BY_ITSELF = `It also resets itself if nobody changes anything for ${DEMO_IDLE_MINUTES} minutes.`;

const resetSentence: Record<LastReset['lastBy'], string> = {
  visitor: 'A visitor reset the demo',
  idle: 'The demo reset itself after nobody used it,',
  night: 'The demo was reset for the night',
  start: 'The demo began',
};

/**
 * Returns the time from which a person may read mails to their address. Earlier mails may belong to a
 * previous holder: without a mail server anybody can sign up with any address, and the demo accounts are
 * recreated each night.
 */
async function joined(db: Database, userId: UserId): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    select greatest(u.created_at,
      (select max(a.occurred_at) from audit_log a where u.is_demo and a.action = 'demo.seeded')) as since
    from users u where u.id = ${userId}`.execute(db);
  return rows[0]!.since;
}

async function findAccount(db: Database, userId: UserId) {
  const row = await db
    .selectFrom('connections')
    .select(['platform', 'handle'])
    .where('user_id', '=', personalAccount(userId))
    .where('state', '=', 'active')
    .where('platform', 'in', ['tiktok', 'youtube', 'instagram'])
    .orderBy('platform', 'desc')
    .executeTakeFirst();
  return row ? { platform: row.platform as DemoPlatform, handle: row.handle } : null;
}
