import { type AnalyticsTrouble, releasedFigures } from '#contract/clips/clip-analytics.ts';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { after, DAY, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { CallLedger, Problem, ReadAnalytics } from '#server/modules/connections/connections.ts';
import { type ClaimedClip, claimDue, nextReadingAt, putOff } from './claim-due.ts';
import { storeReading } from './store-reading.ts';

const BATCH = 50;
/** A clip is read once a day, because platforms add figures once a day. */
const READ_EVERY = DAY;
/** The next reading if the platform has nothing new. Its figures are late by an unknown part of a day. */
const NOT_READY = 6 * HOUR;

export interface ReadDeps {
  db: Database;
  log: Log;
  readAnalytics: ReadAnalytics;
  /** Tells which platforms may be called. */
  calls: CallLedger;
}

/**
 * Reads once a day the figures that account owners release for counted clips, and scores those clips again.
 */
export function readJob(deps: ReadDeps): Job {
  const { db, calls } = deps;
  return {
    name: 'clip-analytics.read',
    everyMs: 10 * SECOND,
    async run(now, signal) {
      const standings = await calls.standings();
      const open = new Set(postPlatforms.filter((platform) => standings.get(platform)?.state !== 'closed'));
      const round = { open, usedUp: new Set<string>() };
      while (!signal?.aborted && open.size > 0) {
        const claimed = await claimDue(db, { platforms: [...open], most: BATCH, now });
        for (const [at, clip] of claimed.entries()) {
          if (signal?.aborted) return await putOff(db, claimed.slice(at), now);
          await readClip(deps, round, clip, now);
        }
        if (claimed.length < BATCH) return;
      }
    },
    nextDueAt: () => nextReadingAt,
  };
}

interface Round {
  open: Set<PostPlatform>;
  /** Connections for which the platform allows no more calls now. */
  usedUp: Set<string>;
}

async function readClip(
  { db, log, readAnalytics, calls }: ReadDeps,
  { open, usedUp }: Round,
  clip: ClaimedClip,
  now: Date,
): Promise<void> {
  const { platform } = clip;
  if (!open.has(platform)) return await putOff(db, [clip], after(now, HOUR));
  if (usedUp.has(clip.connection_id)) return await putOff(db, [clip], after(now, HOUR), 'quota');
  try {
    const read = await readAnalytics(
      clip.connection_id,
      {
        postId: clip.post_id,
        apiId: clip.post_api_id,
        postedAt: clip.posted_at,
        ...spanOf(clip),
        known: releasedFigures.nullable().parse(clip.known),
      },
      now,
    );
    if (read.ok && read.value.length > 0) {
      await storeReading(db, clip, read.value, { now, nextReadAt: after(now, READ_EVERY) });
      return;
    }
    if (read.ok) return await putOff(db, [clip], after(now, NOT_READY), 'not_ready');
    const { kind, detail, quotaOf } = read.problem;
    log.warn({ platform, clip: clip.submission_id, kind, detail }, 'analytics not read');
    if (quotaOf === 'account') usedUp.add(clip.connection_id);
    else if (kind === 'quota') {
      open.delete(platform);
      // Our own allowance is derived from the clock, so only a platform's quota needs a stored backoff.
      if (quotaOf === 'platform') await calls.backOff(platform, read.problem);
    }
    await putOff(db, [clip], retryAt(read.problem, now), troubles[kind] ?? 'not_shown');
  } catch (error) {
    log.error({ err: error, clip: clip.submission_id }, 'analytics not read; they are read again');
    await putOff(db, [clip], after(now, HOUR), 'failed');
  }
}

/** Returns the period to read. Days that lacked figures needed for payment are read again. */
function spanOf({ posted_at, known_until, counted, counted_until }: ClaimedClip) {
  if (!counted) return { since: known_until };
  const since = known_until && counted_until && known_until > counted_until ? counted_until : known_until;
  return {
    since: counted_until ? since : null,
    wholeDaysFrom: counted_until ?? posted_at,
    engagedByCountry: counted.countedViews === 'engaged' && counted.countedCountries.length > 0,
  };
}

const troubles: Partial<Record<Problem['kind'], AnalyticsTrouble>> = {
  quota: 'quota',
  transient: 'no_answer',
  rejected: 'no_answer',
  misconfigured: 'not_set_up',
  unasked: 'not_set_up',
};

/**
 * Returns the time of the retry: after an hour if waiting can help, and after a day if only a person can
 * help.
 */
function retryAt({ kind, retryAfterSeconds }: Problem, now: Date): Date {
  const asked = (retryAfterSeconds ?? 0) * SECOND;
  const usual = kind === 'quota' || kind === 'transient' || kind === 'rejected' ? HOUR : DAY;
  return after(now, Math.max(asked, usual) + MINUTE);
}
