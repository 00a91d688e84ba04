import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { momentText } from '#contract/dates.ts';
import { DECISION_HOURS } from '#contract/limits.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { SECOND } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { isFlagged } from './match.ts';
import { readNewClipNotices } from './new-clip-notices.ts';

const firstVerdictWait = sql.raw(`interval '${DECISION_HOURS} hours'`);

/**
 * Decides on clips at their review deadlines. The host's time starts with the first verdict, or a day after
 * submission. At the deadline a clip is approved if it is clean, its clipper has an approved clip on the
 * listing, its file shows no mismatch, and neither clipper nor host is banned. Permille's reviewers get any
 * other clip, with one more day to decide.
 */
export function deadlinesJob(db: Database): Job {
  return {
    name: 'submissions.deadlines',
    everyMs: 10 * SECOND,
    async run(now) {
      await startClocks(db, now);
      const ids = await findDue(db, now);
      if (ids.length === 0) return;
      await transact(db, async (tx) => {
        await approveDue(tx, ids, now);
        await handOver(tx, ids, now);
      });
    },
    nextDueAt: () => sql`
      select least(
        (select min(decide_by) from submissions where status = 'pending' and not escalated),
        (select min(submitted_at) + ${firstVerdictWait} from submissions
           where status = 'pending' and decision_started_at is null))`,
  };
}

/**
 * Starts the host's time for clips that have waited long enough without a verdict. It starts at the promised
 * moment, however late the job runs, so that the date that people saw remains valid.
 */
async function startClocks(db: Database, now: Date): Promise<void> {
  const startsAt = sql`least(${now}::timestamptz, s.submitted_at + ${firstVerdictWait})`;
  await sql`
    update submissions s set
      decision_started_at = ${startsAt},
      decide_by = ${startsAt} + v.decision_hours * interval '1 hour'
    from listing_versions v, clip_tracking t
    where v.listing_id = s.listing_id and v.version = s.listing_version and t.submission_id = s.id
      and s.status = 'pending' and s.decision_started_at is null
      and (t.band <> 'not_enough_data' or s.submitted_at + ${firstVerdictWait} <= ${now})`.execute(db);
}

/**
 * Finds clips past their deadline by an index. This statement is separate from those that decide on the
 * clips: decided clips are past their deadline too, so in a join the planner would expect every twentieth
 * clip to be due and read all clips.
 */
async function findDue(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('submissions')
    .select('id')
    .where('status', '=', 'pending')
    .where('decide_by', '<=', now)
    .where('escalated', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

interface Due {
  id: string;
  clipper_id: AccountId;
  host_id: AccountId;
  title: string;
}

/**
 * SQL: false for a reel on a listing with a length limit. Instagram states no duration, so a person checks
 * the length.
 */
const isLengthKnown = sql<boolean>`(s.duration_seconds is not null or v.min_seconds is null and v.max_seconds is null)`;

async function approveDue(tx: Tx, ids: string[], now: Date): Promise<void> {
  const approved = await sql<Due>`
    update submissions s set status = 'approved', approved_how = 'automatically', approved_at = ${now}, decided_at = ${now},
      tracking_until = ${now}::timestamptz + v.tracking_days * interval '1 day'
    from listing_versions v, clip_tracking t, listings l, users h, users c
    where v.listing_id = s.listing_id and v.version = s.listing_version and t.submission_id = s.id
      and l.id = s.listing_id and h.id = l.host_id and h.banned_at is null and c.id = s.clipper_id and c.banned_at is null and l.state <> 'removed'
      and s.id = any(${ids}::uuid[]) and s.status = 'pending' and s.decision is null and not s.escalated
      and s.decision_started_at is not null and s.decide_by <= ${now}
      and t.band = 'clean' and t.missing_since is null and t.count_level = 'platform'
      and not exists (select from caption_checks w where w.submission_id = s.id and w.missing_since is not null)
      and ${isLengthKnown}
      and not exists (select from fraud_holds o where o.submission_id = s.id and o.state in ('open', 'escalated'))
      and not ${isFlagged}
      and exists (select 1 from submissions o where o.listing_id = s.listing_id and o.clipper_id = s.clipper_id and o.status = 'approved')
    returning s.id, s.clipper_id, l.host_id, v.title`.execute(tx);
  await readNewClipNotices(
    tx,
    approved.rows.map(({ id }) => id),
    now,
  );
  const action = 'submission.approved';
  for (const clip of approved.rows) {
    await writeAudit(tx, bySystem(now), action, 'submission', clip.id, { how: 'automatically' });
    await notify(
      tx,
      [
        {
          accountId: clip.clipper_id,
          kind: action,
          title: 'Clip approved',
          body: `Your clip for “${clip.title}” was approved automatically: it is clean so far, and the host did not decide in time.`,
          link: `/clips/${clip.id}`,
        },
        {
          accountId: clip.host_id,
          kind: 'submission.approved_for_host',
          title: 'Clip approved automatically',
          body: `A clip for “${clip.title}” was approved automatically: it is clean so far, and you did not decide in time. Its verified views are paid from your budget.`,
          link: `/clips/${clip.id}`,
        },
      ],
      now,
    );
  }
}

async function handOver(tx: Tx, ids: string[], now: Date): Promise<void> {
  const handed = await sql<Due & { decide_by: Date }>`
    update submissions s set escalated = true, decide_by = s.decide_by + interval '24 hours'
    from listing_versions v, listings l
    where v.listing_id = s.listing_id and v.version = s.listing_version and l.id = s.listing_id
      and s.id = any(${ids}::uuid[]) and s.status = 'pending' and s.decision is null and not s.escalated
      and s.decision_started_at is not null and s.decide_by <= ${now}
    returning s.id, s.clipper_id, l.host_id, v.title, s.decide_by`.execute(tx);
  await readNewClipNotices(
    tx,
    handed.rows.map(({ id }) => id),
    now,
  );
  const action = 'submission.escalated';
  for (const clip of handed.rows) {
    const by = momentText(clip.decide_by);
    await writeAudit(tx, bySystem(now), action, 'submission', clip.id);
    await notify(
      tx,
      [
        {
          accountId: clip.clipper_id,
          kind: action,
          title: 'Your clip is with our reviewers',
          body: `Our reviewers decide on your clip by ${by}. The host of “${clip.title}” did not decide in time.`,
          link: `/clips/${clip.id}`,
        },
        {
          accountId: clip.host_id,
          kind: 'submission.escalated_for_host',
          title: 'A clip is with our reviewers',
          body: `Our reviewers decide on a clip for “${clip.title}” by ${by}. You did not decide in time.`,
          link: `/clips/${clip.id}`,
        },
      ],
      now,
    );
  }
}
