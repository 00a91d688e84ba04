import { demoRoutes } from '#contract/demo.ts';
import type { DemoPlatform } from '#db/seed/demo-listings.ts';
import type { DemoSimulator } from '#db/seed/demo-world.ts';
import { type Api, implement } from './http/route.ts';
import { mailsTo } from './infra/mail.ts';
import { refuse } from './infra/outcome.ts';
import type { Database } from './infra/transaction.ts';

interface Tools {
  /** Null: this is no demo. */
  simulator: DemoSimulator | null;
  /** Whether mails stay here. Their reader proved who they are, and has no other mailbox. */
  showsMails: boolean;
  /** Null where the clock is everybody's: only with dev tools, on one's own machine, may it be moved. */
  passDay: (() => Promise<Date>) | null;
}

/** The demo's own tools, for whoever is signed in. */
export function registerDemoRoutes(api: Api, { simulator, showsMails, passDay }: Tools): void {
  const { db } = api;
  implement(api, demoRoutes.demoTools, async ({ actor }) => {
    if (!simulator) return refuse('not_found');
    return { movesClock: passDay !== null, mails: showsMails ? await mailsTo(db, actor.email) : null };
  });
  implement(api, demoRoutes.makeDemoPost, async ({ actor, now }) => {
    if (!simulator) return refuse('not_found');
    const account = await findAccount(db, actor.userId);
    if (!account) return refuse('demo_post_without_account');
    const { url } = await simulator.createPost({
      ...account,
      scenario: 'organic',
      caption: 'The moment everybody waited for #ad',
      postedAt: now,
    });
    return { url, ...account };
  });
  implement(api, demoRoutes.skipDemoDay, async () => {
    if (!passDay) return refuse('not_found');
    return { now: await passDay() };
  });
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
