import { sql } from 'kysely';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import { textsOf } from '#server/infra/prepared.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import {
  type Answer,
  byConnection,
  type CallLedger,
  type PostRef,
  type Problem,
  type Readings,
} from '#server/modules/connections/connections.ts';
import {
  type ClaimedClip,
  claimDue,
  giveBack,
  recordDeferred,
  recordFailure,
  recordLost,
  recordPutOff,
} from '#server/modules/tracking/tracking.ts';
import { recordCounts } from './record.ts';

const BATCH = 500;
const PARALLEL = 8;
/** If this many accounts in a row got no answer, the platform counts as silent. */
const SILENT_MAX = 10;

/** If clips are postponed by more than this, they are marked as put off. */
const REPORTED_FROM_MS = 10 * MINUTE;

/**
 * Reads counts of one connected account's posts from its platform. Returns the platform's errors instead of
 * throwing them.
 */
export type ReadCounts = (connectionId: string, posts: PostRef[], now: Date) => Promise<Answer<Readings>>;

const troubles: Partial<Record<Problem['kind'], 'no_answer' | 'refused' | 'not_set_up'>> = {
  transient: 'no_answer',
  misconfigured: 'refused',
  unasked: 'not_set_up',
};

export interface PollDeps {
  db: Database;
  readCounts: ReadCounts;
  log: Log;
  /** Tells which platforms may be called. */
  calls: CallLedger;
}

/** Counts the due posts, grouped by account, and scores them. */
export function pollJob(deps: PollDeps): Job {
  const { db, calls } = deps;
  return {
    name: 'counting.poll',
    async run(now, signal) {
      const round = startRound(deps, now);
      while (!signal?.aborted) {
        const claimed = await claimDue(db, { ...round.allowed(await calls.standings()), most: BATCH, now });
        if (claimed.length === 0) break;
        const groups = byConnection(claimed);
        while (groups.length > 0 && !signal?.aborted) {
          await Promise.all(groups.splice(0, PARALLEL).map((group) => round.poll(group)));
        }
        await giveBack(db, groups.flat(), now);
      }
      for (const [platform, { state, until }] of await calls.standings()) {
        if (state !== 'open' && until > after(now, REPORTED_FROM_MS)) await recordPutOff(db, platform, now);
      }
    },
    nextDueAt: () => nextDueAt(deps),
  };
}

type Standings = Awaited<ReturnType<CallLedger['standings']>>;

/** Starts a round, which remembers which platforms answer. */
function startRound({ db, readCounts, log, calls }: PollDeps, now: Date) {
  const closed = new Set<PostPlatform>();
  const answered = new Set<PostPlatform>();
  const silent = new Map<PostPlatform, number>();
  return { allowed, poll };

  function allowed(standing: Standings): { open: PostPlatform[]; finalCounts: PostPlatform[] } {
    const may = postPlatforms.filter((platform) => !closed.has(platform));
    const stateOf = (platform: PostPlatform) => standing.get(platform)?.state ?? 'open';
    return {
      open: may.filter((platform) => stateOf(platform) === 'open'),
      finalCounts: may.filter((platform) => stateOf(platform) === 'final_counts'),
    };
  }

  /**
   * Counts the clips of one account. Catches every error, so that an unreadable account does not prevent
   * counting the others.
   */
  async function poll(group: ClaimedClip[]): Promise<void> {
    const { platform, connection_id } = group[0]!;
    if (closed.has(platform)) return await giveBack(db, group, now);
    try {
      const posts = inTurn(group).map((clip) => ({ postId: clip.post_id, apiId: clip.post_api_id }));
      const result = await readCounts(connection_id, posts, now);
      if (result.ok) {
        logRefusals(log, platform, result.value);
        await recordCounts(db, group, result.value, now);
        if (result.value.cut) await noteProblem(platform, result.value.cut);
        else await noteAnswer(platform);
        return;
      }
      const { kind, detail, code } = result.problem;
      log.warn({ platform, connection: connection_id, kind, code, detail }, 'views not read');
      await noteProblem(platform, result.problem);
      if (kind === 'token_dead') await recordLost(db, group, 'not_connected', now);
      else if (kind === 'denied') await recordLost(db, group, 'no_permission', now);
      else if (kind === 'quota') await recordDeferred(db, group, result.problem, now);
      else {
        await recordFailure(
          db,
          group,
          { trouble: troubles[kind] ?? 'failed', detail: `${kind}: ${detail}` },
          now,
        );
      }
    } catch (error) {
      log.error({ err: error, connection: connection_id }, 'views not read; they are read again');
      await recordFailure(db, group, { trouble: 'failed' }, now);
    }
  }

  async function noteAnswer(platform: PostPlatform): Promise<void> {
    silent.delete(platform);
    if (answered.has(platform)) return;
    answered.add(platform);
    await calls.answered(platform);
  }

  /** Stops calling a platform whose quota is used up or that answers no account. */
  async function noteProblem(platform: PostPlatform, problem: Problem): Promise<void> {
    const unanswered = problem.kind === 'transient' ? (silent.get(platform) ?? 0) + 1 : 0;
    silent.set(platform, unanswered);
    const isOver = problem.kind === 'quota' && problem.quotaOf !== 'account';
    if (!isOver && unanswered < SILENT_MAX) return;
    closed.add(platform);
    // Our own allowance is derived from the clock, so only a platform's quota needs a stored backoff.
    if (problem.quotaOf !== 'own') await calls.backOff(platform, problem);
  }
}

/**
 * Sorts clips that failed before to the end, because a few failed calls in a row end the reading of an
 * account.
 */
const inTurn = (group: ClaimedClip[]) => group.toSorted((a, b) => a.failures - b.failures);

/** Logs for operators the posts that a platform refused while it returned others. */
function logRefusals(log: Log, platform: PostPlatform, { details = new Map() }: Readings): void {
  for (const [post, code] of details) log.warn({ platform, post, code }, 'a post not read');
}

/** Returns when the next clip is due on a platform that may be called by then. */
async function nextDueAt({ db, calls }: PollDeps): Promise<Date | null> {
  const standing = await calls.standings();
  const { rows } = await sql<{ platform: PostPlatform; at: Date | null }>`
    select p.platform, (select min(next_poll_at) from clip_tracking t where t.platform = p.platform and t.state = 'polling') as at
    from unnest(${textsOf(postPlatforms)}) as p (platform)`.execute(db);
  const dues = rows.flatMap(({ platform, at }) => {
    const waits = standing.get(platform);
    return at ? [Math.max(at.getTime(), waits && waits.state !== 'open' ? waits.until.getTime() : 0)] : [];
  });
  return dues.length > 0 ? new Date(Math.min(...dues)) : null;
}
