import { sql } from 'kysely';
import { demoRoutes } from '#contract/demo.ts';
import { DEMO_POSTS_PER_DAY } from '#contract/limits.ts';
import type { DemoPlatform } from '#db/seed/demo-listings.ts';
import type { DemoSimulator } from '#db/seed/demo-world.ts';
import { withinLimit } from './http/rate-limit.ts';
import { type Api, implement } from './http/route.ts';
import { DAY } from './infra/clock.ts';
import { mailsTo } from './infra/mail.ts';
import { refuse } from './infra/outcome.ts';
import type { Database } from './infra/transaction.ts';

interface Tools {
  /** Null: this is no demo. */
  simulator: DemoSimulator | null;
  /** Whether mails stay here. Their reader proved who they are, and has no other mailbox. */
  showsMailsTo: (address: string) => boolean;
  /** Null where the clock is everybody's: only with dev tools, on one's own machine, may it be moved. */
  passDay: (() => Promise<Date>) | null;
  /** Null with it: a reset takes away what others are doing. */
  reset: (() => Promise<void>) | null;
}

/** The demo's own tools, for whoever is signed in. */
export function registerDemoRoutes(api: Api, { simulator, showsMailsTo, passDay, reset }: Tools): void {
  const { db } = api;
  implement(api, demoRoutes.demoTools, async ({ actor }) => {
    if (!simulator) return refuse('not_found');
    const mails = showsMailsTo(actor.email)
      ? await mailsTo(db, actor.email, await joined(db, actor.userId))
      : null;
    return { movesClock: passDay !== null, mails };
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
  implement(api, demoRoutes.resetDemo, async () => {
    if (!reset) return refuse('not_found');
    await reset();
    return {};
  });
  implement(api, demoRoutes.skipDemoDay, async () => {
    if (!passDay) return refuse('not_found');
    return { now: await passDay() };
  });
}

/**
 * Mails from before went to whoever had the address then: a demo without a mail server lets anybody sign up with any, and the
 * demo accounts begin anew each night.
 */
async function joined(db: Database, userId: string): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    select greatest(u.created_at,
      (select max(a.occurred_at) from audit_log a where u.is_demo and a.action = 'demo.seeded')) as since
    from users u where u.id = ${userId}`.execute(db);
  return rows[0]!.since;
}

async function findAccount(db: Database, userId: string) {
  const row = await db
    .selectFrom('connections')
    .select(['platform', 'handle'])
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .where('platform', 'in', ['tiktok', 'youtube', 'instagram'])
    .orderBy('platform', 'desc')
    .executeTakeFirst();
  return row ? { platform: row.platform as DemoPlatform, handle: row.handle } : null;
}
