import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { after, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import {
  type Answer,
  byConnection,
  type PostCaption,
  type PostRef,
} from '#server/modules/connections/connections.ts';
import { checkCaption } from './check-caption.ts';

const BATCH = 200;
/** If the process that claimed clips dies, other processes may claim them after this time. */
const LEASE_MS = 10 * MINUTE;

/** Reads the captions of posts of one connected account. Returns platform failures instead of throwing. */
export type ReadCaptions = (
  connectionId: string,
  posts: PostRef[],
  now: Date,
) => Promise<Answer<Map<string, PostCaption>>>;

interface Due {
  submission_id: string;
  connection_id: string;
  platform: PostPlatform;
  post_id: string;
  post_api_id: string | null;
}

/** Repeats the caption checks that are due, with one call per account. */
export function captionChecksJob({ db, readCaptions }: { db: Database; readCaptions: ReadCaptions }): Job {
  return {
    name: 'submissions.caption-checks',
    everyMs: 10 * SECOND,
    async run(now, signal) {
      await forgetOver(db, now);
      while (!signal?.aborted) {
        const due = await claimDue(db, now);
        await forEachSettled(byConnection(due), (clips) => recheckCaptions({ db, readCaptions }, clips, now));
        if (due.length < BATCH) return;
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => db.selectFrom('caption_checks').select(sql<Date | null>`min(next_check_at)`.as('at')),
  };
}

/**
 * Reads these posts of one account now. Returns the submissions whose posts were read. A post that the
 * platform does not show is not judged: its caption is unknown, not empty, and the counting job detects that
 * the post is missing.
 */
export async function recheckCaptions(
  { db, readCaptions }: { db: Database; readCaptions: ReadCaptions },
  clips: Due[],
  now: Date,
  isAsked = false,
): Promise<Answer<string[]>> {
  const posts = clips.map((clip) => ({ postId: clip.post_id, apiId: clip.post_api_id }));
  const answer = await readCaptions(clips[0]!.connection_id, posts, now);
  if (!answer.ok) return answer;
  const read: string[] = [];
  for (const { submission_id: id, post_id } of clips) {
    const caption = answer.value.get(post_id);
    if (!caption) continue;
    await transact(db, (tx) => checkCaption(tx, id, caption, { now, isAsked }));
    read.push(id);
  }
  const unread = clips.filter((clip) => !read.includes(clip.submission_id)).map((clip) => clip.submission_id);
  if (unread.length > 0 && !isAsked) {
    await db
      .updateTable('caption_checks')
      .set({ next_check_at: after(now, HOUR) })
      .where('submission_id', 'in', unread)
      .execute();
  }
  return { ok: true, value: read };
}

/** Returns the clip if its caption is still checked, otherwise undefined. */
export async function captionSubject(
  db: Database,
  submissionId: string,
  clipperId: AccountId,
): Promise<Due | undefined> {
  return await db
    .selectFrom('caption_checks as w')
    .innerJoin('clip_tracking as t', 't.submission_id', 'w.submission_id')
    .innerJoin('submissions as s', 's.id', 'w.submission_id')
    .select(['w.submission_id', 't.connection_id', 't.post_id', 't.post_api_id'])
    .select(sql<PostPlatform>`t.platform`.as('platform'))
    .where('w.submission_id', '=', submissionId)
    .where('s.clipper_id', '=', clipperId)
    .where('s.status', 'in', ['pending', 'approved'])
    .where('t.state', '=', 'polling')
    .executeTakeFirst();
}

/**
 * Ends the caption checks of clips whose counting is over. A stopped clip is looked at again daily, because
 * an appeal may restart it.
 */
async function forgetOver(db: Database, now: Date): Promise<void> {
  await sql`
    update caption_checks w set next_check_at =
      case when t.state = 'stopped' and s.status <> 'withdrawn' then ${after(now, 24 * HOUR)}::timestamptz end
    from clip_tracking t, submissions s
    where w.next_check_at <= ${now} and t.submission_id = w.submission_id and s.id = w.submission_id
      and (t.state <> 'polling' or s.status not in ('pending', 'approved'))`.execute(db);
}

async function claimDue(db: Database, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update caption_checks w set next_check_at = ${after(now, LEASE_MS)}
    from clip_tracking t
    where t.submission_id = w.submission_id and w.submission_id in (
      select submission_id from caption_checks where next_check_at <= ${now}
      order by next_check_at limit ${BATCH} for update skip locked)
    returning w.submission_id, t.connection_id, t.platform, t.post_id, t.post_api_id`.execute(db);
  return rows;
}
