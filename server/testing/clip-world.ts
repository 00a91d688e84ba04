import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import type { ConnectablePlatform, PostPlatform } from '#contract/platforms/platforms.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Module } from '#server/http/module.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import {
  type PlatformKeys,
  platformEndpoints,
  simulatorKeys,
} from '#server/modules/connections/connections.ts';
import type { PostInput } from '#simulator/posts/posts.ts';
import { decide } from '#simulator/trial.ts';
import { testApi, testPerson } from './api.ts';
import { testListing } from './clips.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { testModules } from './modules.ts';
import { startSimulatedPlatforms } from './simulated-platforms.ts';

interface Account {
  clipper: Actor;
  handle: string;
  platform: PostPlatform;
}

const names = [
  'connections',
  'tracking',
  'fraud-holds',
  'submissions',
  'scoring',
  'counting',
  'declarations',
  'clip-analytics',
  'appeals',
  'clips',
] as const;

/**
 * Connections, submissions, scoring and counting on a real database and simulated platforms, with a stopped
 * clock. Closes the database unless the caller passed one.
 */
export async function clipWorld(
  given?: TestDatabase,
  keys: PlatformKeys = simulatorKeys,
  options: Parameters<typeof startSimulatedPlatforms>[0] = {},
) {
  const database = given ?? (await testDatabase());
  const { db } = database;
  const { simulator, clock, adapters } = await startSimulatedPlatforms(options, keys);
  // A function that is called between two platform calls of one reading.
  const between: { calls: (() => Promise<void>) | null } = { calls: null };
  const watched: typeof adapters = {
    ...adapters,
    posts: (platform) => {
      const adapter = adapters.posts(platform);
      return (
        adapter && {
          ...adapter,
          async readMetrics(...asked) {
            const answer = await adapter.readMetrics(...asked);
            await between.calls?.();
            return answer;
          },
        }
      );
    },
  };
  const endpoints = platformEndpoints({}, simulator.urls);
  const modules: Module[] = testModules(db, clock, names, {
    platforms: { adapters: watched, endpoints, keys },
  });
  const api = await testApi(db, clock, modules);
  // The job that draws posters is left out, because it starts child processes; its own test runs it.
  const jobs = modules
    .flatMap((module) => module.jobs ?? [])
    .filter(({ name }) => name !== 'submissions.posters');

  async function runDue(): Promise<void> {
    for (const job of jobs) await job.run(clock.now());
  }

  /** Advances the clock in steps and runs the jobs after each step, like a ticker with longer pauses. */
  async function pass(hours: number, step = 0.5): Promise<void> {
    for (let left = hours; left > 0; left -= step) {
      clock.advanceHours(Math.min(step, left));
      await runDue();
    }
  }

  /** Stops counting all clips, so that a test does not spend time on the clips of earlier tests. */
  async function forgetClips(): Promise<void> {
    await db
      .updateTable('clip_tracking')
      .set({ state: 'stopped', next_poll_at: null })
      .where('state', '=', 'polling')
      .execute();
  }

  /**
   * Like `forgetClips`, and also ends all connections, so that platform errors of earlier tests' people are
   * not compared with new ones.
   */
  async function forgetPeople(): Promise<void> {
    await forgetClips();
    await db.updateTable('connections').set({ state: 'removed' }).execute();
  }

  let accounts = 0;

  return {
    db,
    simulator,
    clock,
    api,
    between,
    runDue,
    pass,
    forgetClips,
    forgetPeople,
    connect,
    addAccount,
    addListing,
    submitClip,
    submitPost,
    submitUrl,
    close,
  };

  /** Connects an account of that handle through the real consent page, as the browser does. */
  async function connect(as: Actor, platform: ConnectablePlatform, handle: string) {
    const start = await api.send('POST', '/api/connections/start', {
      as,
      body: { platform, returnTo: '/clipper/settings' },
    });
    const back = await decide(start.body.authorizeUrl, 'allow', handle);
    return await api.send('GET', `${back.pathname}${back.search}`, { as });
  }

  /** Creates a clipper with a connected account of that platform. */
  async function addAccount(platform: PostPlatform = 'tiktok'): Promise<Account> {
    const clipper = await testPerson(db, 'clipper');
    const handle = `account${++accounts}`;
    await connect(clipper, platform, handle);
    return { clipper, handle, platform };
  }

  /** Submits this post of a new account to a new listing; returns the pending clip. */
  async function submitClip(post: Partial<PostInput> = {}, reportedViews = 0) {
    const { id: listingId, host } = await addListing();
    const account = await addAccount();
    return { ...account, host, listingId, ...(await submitPost(account, listingId, post, reportedViews)) };
  }

  /** Creates this post on an account and submits it. */
  async function submitPost(
    account: Account,
    listingId: string,
    post: Partial<PostInput> = {},
    reportedViews = 0,
  ) {
    const { platform, handle } = account;
    const made = await simulator.createPost({ platform, handle, caption: 'A clip', ...post });
    return {
      id: await submitUrl(account, listingId, made.url, reportedViews),
      postId: made.id,
      url: made.url,
    };
  }

  /** Submits a post of an account; returns the clip's id. */
  async function submitUrl(
    { clipper, platform }: Account,
    listingId: string,
    url: string,
    reportedViews = 0,
  ): Promise<string> {
    const body = { listingId, url, platform, reportedViews };
    return (await api.send('POST', '/api/submissions', { as: clipper, body })).body.id;
  }

  /** Adds an active listing of a new host. It started an hour ago. */
  async function addListing(
    rules: Partial<{
      platforms: string[];
      tags: string[];
      disclosure: boolean;
      clips: number;
      min: number;
      max: number;
      counted: CountedTerms;
    }> = {},
  ) {
    const host = await testPerson(db, 'host');
    const { id } = await testListing(db, after(clock.now(), -HOUR), {
      hostId: host.accountId,
      budgetCents: 30_000,
      platforms: rules.platforms ?? ['tiktok', 'youtube', 'instagram'],
      rules: {
        required_tags: rules.tags ?? [],
        disclosure_required: rules.disclosure ?? false,
        clips_per_clipper: rules.clips ?? 5,
        min_seconds: rules.min ?? null,
        max_seconds: rules.max ?? null,
        ...(rules.counted && {
          counted_views: rules.counted.countedViews,
          counted_countries: [...rules.counted.countedCountries],
        }),
      },
    });
    return { id, host };
  }

  async function close(): Promise<void> {
    await api.close();
    await simulator.stop();
    if (!given) await database.close();
  }
}

export type ClipWorld = Awaited<ReturnType<typeof clipWorld>>;
