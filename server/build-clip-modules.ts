import type { AccountId } from '#contract/accounts/ids.ts';
import type { Module } from './http/module.ts';
import type { Clock } from './infra/clock.ts';
import type { Log } from './infra/log.ts';
import type { Tx } from './infra/transaction.ts';
import { createClipAnalyticsModule } from './modules/clip-analytics/clip-analytics.ts';
import {
  bookLookup,
  type CallLedger,
  type ConnectionReader,
  createConnectionsModule,
  fetchPoster,
  findOwnPost,
  type PlatformEndpoints,
  type PlatformKeys,
  playerUrl,
  readAnalytics,
  readCaptions,
  readCounts,
  resolveLink,
} from './modules/connections/connections.ts';
import { createCountingModule } from './modules/counting/counting.ts';
import { createDeclarationsModule } from './modules/declarations/declarations.ts';
import { createFraudHoldsModule } from './modules/fraud-holds/fraud-holds.ts';
import type { KeepPoster } from './modules/media/media.ts';
import { createScoringModule } from './modules/scoring/scoring.ts';
import { type CheckDeps, createSubmissionsModule, forgetPosts } from './modules/submissions/submissions.ts';
import { createTrackingModule, forgetSnapshots, SNAPSHOT_DAYS } from './modules/tracking/tracking.ts';

/** Builds the module of the accounts that people connect. */
export const buildConnections = (
  reader: ConnectionReader,
  own: { appUrl: string; events: PlatformKeys; calls: CallLedger; clock: Clock },
): Module => createConnectionsModule({ ...reader, ...own, forgetPosts, forgetEnded });

/** Deletes the data from a platform whose consent ended, except the counts from which money was computed. */
async function forgetEnded(tx: Tx, account: { connectionId: string; accountId: AccountId }): Promise<void> {
  await forgetPosts(tx, account);
  await forgetSnapshots(tx, account.connectionId);
}

interface ClipParts {
  clock: Clock;
  log: Log;
  calls: CallLedger;
  endpoints: PlatformEndpoints;
  keepPoster: KeepPoster;
  snapshotDays?: number | undefined;
}

/** Returns the checks that a post must pass before its submission. */
export const postChecks = (
  reader: ConnectionReader,
  { clock, endpoints }: Pick<ClipParts, 'clock' | 'endpoints'>,
): CheckDeps => ({
  db: reader.db,
  clock,
  findPost: (ask) => findOwnPost(reader, { ...ask, now: clock.now() }),
  resolveLink: async (link) => {
    const resolved = await resolveLink(link, endpoints.tiktokShort);
    if (resolved.ok) return resolved.value;
    return { ok: false, reason: resolved.problem.kind === 'gone' ? 'not_recognised' : 'unavailable' };
  },
});

/** The modules that follow a clip from its submission to its last count. */
export function buildClipModules(reader: ConnectionReader, parts: ClipParts): Module[] {
  const { db } = reader;
  const { clock, log, calls, endpoints, keepPoster, snapshotDays } = parts;
  return [
    createTrackingModule({ db, snapshotDays }),
    createFraudHoldsModule(db),
    createSubmissionsModule({
      ...postChecks(reader, { clock, endpoints }),
      keepPoster,
      fetchPoster: (address, platform) => fetchPoster(address, platform, endpoints.posters),
      playerUrl: (platform, postId) => playerUrl(endpoints, platform, postId),
      readCaptions: (connectionId, posts, now) => readCaptions(reader, connectionId, posts, now),
      bookLookup: (userId, now) => bookLookup(db, userId, now),
    }),
    createScoringModule(db),
    createCountingModule({
      db,
      log,
      calls,
      readCounts: (connectionId, posts, now) => readCounts(reader, connectionId, posts, now),
    }),
    createDeclarationsModule(),
    createClipAnalyticsModule({
      db,
      log,
      calls,
      readAnalytics: (connectionId, post, now) => readAnalytics(reader, connectionId, post, now),
      keepDays: snapshotDays ?? SNAPSHOT_DAYS,
    }),
  ];
}
