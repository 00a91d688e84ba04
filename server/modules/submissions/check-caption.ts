import { sql } from 'kysely';
import { CAPTION_FIX_HOURS } from '#contract/limits.ts';
import type { PostPlatform } from '#contract/platforms.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { PostCaption } from '#server/modules/connections/connections.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { missingIn, missingSentence } from './caption.ts';

interface Known {
  missing: string[];
  fix_by: Date | null;
  stopped_at: Date | null;
  caption: string;
  platform: PostPlatform;
  status: string;
  clipper_id: string;
  host_id: string;
  title: string;
  required_tags: string[];
  disclosure_required: boolean;
}

/**
 * Checks a post's current caption against the listing's terms that the clip was submitted under. Clipper and host are notified
 * of what is missing, with a deadline; the clip stops earning only if the post is read after the deadline and still misses it.
 * Once fixed, at any time, it earns again. Null: the terms require nothing.
 */
export async function checkCaption(
  tx: Tx,
  submissionId: string,
  caption: PostCaption,
  now: Date,
): Promise<{ missing: string[] } | null> {
  const known = await lockCaptionCheck(tx, submissionId);
  if (!known) return null;
  const missing = missingIn(caption, {
    requiredTags: known.required_tags,
    disclosureRequired: known.disclosure_required,
  });
  await tx
    .updateTable('submissions')
    .set({ caption: caption.caption })
    .where('id', '=', submissionId)
    .where('caption', '<>', caption.caption)
    .execute();
  const clip = { ...known, submissionId, missing, now };
  if (missing.length === 0) {
    if (known.missing.length > 0) await notifyClipper(tx, clip, 'caption_check_passed');
    await keep(tx, clip, null);
  } else if (known.fix_by === null) {
    await keep(tx, clip, { fixBy: after(now, CAPTION_FIX_HOURS * HOUR), isStopped: false });
    await notifyClipper(tx, clip, 'caption_check_failed');
  } else {
    const isStopped = known.stopped_at !== null || known.fix_by <= now;
    await keep(tx, clip, { fixBy: known.fix_by, isStopped });
    if (isStopped && known.stopped_at === null) await notifyClipper(tx, clip, 'caption_check_overdue');
  }
  return { missing };
}

async function lockCaptionCheck(tx: Tx, submissionId: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select w.missing, w.fix_by, w.stopped_at, s.caption, s.platform, s.status, s.clipper_id, l.host_id, v.title,
      v.required_tags, v.disclosure_required
    from caption_checks w
    join submissions s on s.id = w.submission_id and s.status in ('pending', 'approved')
    join listings l on l.id = s.listing_id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    where w.submission_id = ${submissionId}
    for update of w`.execute(tx);
  return rows[0];
}

interface Judged extends Known {
  submissionId: string;
  now: Date;
}

/** A caption with something missing is checked every hour and at the deadline; others once a day. */
async function keep(
  tx: Tx,
  { submissionId, missing, now }: Judged,
  lack: { fixBy: Date; isStopped: boolean } | null,
): Promise<void> {
  const soon = after(now, HOUR);
  const atDeadline = lack && lack.fixBy > now && lack.fixBy < soon ? lack.fixBy : soon;
  await sql`
    update caption_checks set checked_at = ${now}, missing = ${missing}::text[],
      next_check_at = ${lack ? atDeadline : after(now, DAY)},
      missing_since = ${lack ? sql`coalesce(missing_since, ${now})` : null},
      fix_by = ${lack?.fixBy ?? null},
      restored_at = case when ${lack === null} and stopped_at is not null then ${now} else restored_at end,
      stopped_at = ${lack?.isStopped ? sql`coalesce(stopped_at, ${now})` : null}
    where submission_id = ${submissionId}`.execute(tx);
}

type Event = 'caption_check_failed' | 'caption_check_overdue' | 'caption_check_passed';

async function notifyClipper(tx: Tx, clip: Judged, event: Event): Promise<void> {
  const { submissionId, clipper_id, host_id, platform, missing, title, now } = clip;
  await writeAudit(tx, bySystem(now), `submission.${event}`, 'submission', submissionId, { missing });
  const { toClipper, toHost } = texts[event](title, missingSentence(missing, platform));
  await notify(
    tx,
    [
      {
        ...toClipper,
        userId: clipper_id,
        kind: `submission.${event}`,
        link: `/clips/${submissionId}`,
      },
      {
        ...toHost,
        userId: host_id,
        kind: `listing.clip_${event}`,
        link: `/clips/${submissionId}`,
      },
    ],
    now,
  );
}

const texts: Record<
  Event,
  (title: string, sentence: string) => Record<'toClipper' | 'toHost', { title: string; body: string }>
> = {
  caption_check_failed: (title, sentence) => ({
    toClipper: {
      title: 'Fix the caption of your clip',
      body: `${sentence} Fix it within ${CAPTION_FIX_HOURS} hours and nothing changes; after that your clip for "${title}" earns nothing until it is fixed.`,
    },
    toHost: {
      title: 'A clip is missing what you ask for',
      body: `A clip for "${title}": ${sentence} Its clipper has ${CAPTION_FIX_HOURS} hours to fix it; after that it earns nothing until it is fixed.`,
    },
  }),
  caption_check_overdue: (title, sentence) => ({
    toClipper: {
      title: 'Your clip earns nothing at the moment',
      body: `${sentence} What it has earned stays yours. Fix it, and your clip for "${title}" earns again.`,
    },
    toHost: {
      title: 'A clip earns nothing at the moment',
      body: `A clip for "${title}" was not fixed in time. ${sentence}`,
    },
  }),
  caption_check_passed: (title) => ({
    toClipper: {
      title: 'Caption fixed',
      body: `Your clip for "${title}" has everything it needs again. It keeps earning as before.`,
    },
    toHost: { title: 'A clip was fixed', body: `A clip for "${title}" meets your requirements again.` },
  }),
};
