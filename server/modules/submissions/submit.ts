import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { paysByFigures } from '#contract/clips/counted-views.ts';
import type { RecognisedPost } from '#contract/platforms/post-url.ts';
import { firstDecideBy } from '#contract/submissions/decide-by.ts';
import { reasonTextsWith } from '#contract/submissions/reject-reasons.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { holdSameIdentity } from '#server/modules/fraud-holds/fraud-holds.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { startTracking } from '#server/modules/tracking/tracking.ts';
import type { Checked } from './check.ts';
import { decideLink } from './new-clip-notices.ts';
import {
  isBlocked,
  type ListingForCheck,
  otherPostsOnListing,
  type Rejection,
  rejectionsOf,
} from './queries.ts';
import { refusedReturn } from './rules.ts';

interface NewSubmission {
  clipperId: AccountId;
  userId: UserId;
  reportedViews: number;
  checked: Checked;
  now: Date;
}

/**
 * Stores a clip that was checked. The rules that a concurrent request could break (listing active, post
 * unused, limit) are checked again under locks: the clipper's row orders one person's submissions, and the
 * lock on the listing's row prevents a pause.
 */
export async function submitClip(
  tx: Tx,
  { clipperId, userId, reportedViews, checked, now }: NewSubmission,
): Promise<
  Outcome<
    { id: string },
    | 'listing_not_active'
    | 'terms_changed'
    | 'blocked_by_host'
    | 'clip_limit_reached'
    | 'post_already_used'
    | 'post_rejected_here'
    | 'post_resubmitted_before'
    | 'url_not_recognised'
  >
> {
  const { listing, link, found } = checked;
  if (!link || !found) return refuse('url_not_recognised');
  const { post, connectionId, level } = found;
  const entry = await enter(tx, listing, clipperId, link);
  if (isRefusal(entry)) return entry;

  const id = newId();
  const inserted = await tx
    .insertInto('submissions')
    .values({
      id,
      listing_id: listing.id,
      listing_version: entry.version,
      clipper_id: clipperId,
      connection_id: connectionId,
      platform: link.platform,
      post_id: link.id,
      url: link.canonicalUrl,
      caption: post.caption,
      posted_at: post.postedAt,
      duration_seconds: post.durationSeconds,
      reported_views: BigInt(reportedViews),
      submitted_at: now,
      decide_by: firstDecideBy(now, listing.decisionHours),
    })
    .onConflict((oc) =>
      oc.columns(['platform', 'post_id']).where('status', 'in', ['pending', 'approved']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return refuse('post_already_used');
  // Read after the locks, because an earlier read would miss a rejection that has just taken effect.
  const rejections = await rejectionsOf(tx, listing.id, link);
  const refused = refusedReturn(rejections);
  if (refused) return refuse(refused);
  const clip = {
    submissionId: id,
    listingId: listing.id,
    clipperId,
    connectionId,
    platform: link.platform,
    postId: link.id,
    postApiId: post.apiId,
    postedAt: post.postedAt,
    countLevel: level,
    byFigures: paysByFigures(listing.counted),
  };
  await startTracking(tx, clip, post.reading, now);
  if (post.posterUrl) await waitForPoster(tx, id, post.posterUrl, now);
  await holdSameIdentity(tx, { submissionId: id }, now);
  if (level === 'platform') await scheduleCaptionCheck(tx, id, listing, now);
  await notifyHost(tx, { id, userId, reportedViews, checked, now, corrects: rejections[0] });
  return { id };
}

async function waitForPoster(tx: Tx, id: string, sourceUrl: string, now: Date): Promise<void> {
  await tx
    .insertInto('clip_posters')
    .values({ submission_id: id, source_url: sourceUrl, next_try_at: now })
    .execute();
}

/** Schedules repeated caption checks for a listing that requires tags or disclosure. */
async function scheduleCaptionCheck(tx: Tx, id: string, listing: ListingForCheck, now: Date): Promise<void> {
  if (!listing.disclosureRequired && listing.requiredTags.length === 0) return;
  await tx
    .insertInto('caption_checks')
    .values({ submission_id: id, next_check_at: after(now, DAY), checked_at: now })
    .execute();
}

/** Locks the rows that must not change during a submission, and repeats the checks that may have become outdated. */
async function enter(
  tx: Tx,
  listing: ListingForCheck,
  clipperId: AccountId,
  post: RecognisedPost,
): Promise<
  Outcome<
    { version: number },
    'listing_not_active' | 'terms_changed' | 'blocked_by_host' | 'clip_limit_reached'
  >
> {
  await tx.selectFrom('accounts').select('id').where('id', '=', clipperId).forNoKeyUpdate().execute();
  const active = await tx
    .selectFrom('listings')
    .select('current_version as version')
    .where('id', '=', listing.id)
    .where('state', '=', 'active')
    .forShare()
    .executeTakeFirst();
  if (!active) return refuse('listing_not_active');
  if (active.version !== listing.version) return refuse('terms_changed');
  if (await isBlocked(tx, listing.hostId, clipperId)) return refuse('blocked_by_host');
  const posts = await otherPostsOnListing(tx, listing.id, clipperId, post);
  return posts >= listing.clipsPerClipper ? refuse('clip_limit_reached') : active;
}

async function notifyHost(
  tx: Tx,
  {
    id,
    userId,
    reportedViews,
    checked,
    now,
    corrects,
  }: Omit<NewSubmission, 'clipperId'> & { id: string; corrects: Rejection | undefined },
): Promise<void> {
  const { listing, link } = checked;
  await writeAudit(tx, actBy('clipper', userId, now), 'submission.submitted', 'submission', id, {
    listingId: listing.id,
    platform: link?.platform,
    postId: link?.id,
    reportedViews,
    corrects: corrects?.id,
  });
  await notify(
    tx,
    {
      accountId: listing.hostId,
      kind: 'submission.submitted',
      title: corrects ? 'A corrected clip is waiting for review' : 'A new clip is waiting for review',
      body: corrects
        ? `A clip that you rejected for ${reasonTextsWith('fix')} was fixed and resubmitted to “${listing.title}”.`
        : `A clip was submitted to “${listing.title}”.`,
      link: decideLink(id),
    },
    now,
  );
}
