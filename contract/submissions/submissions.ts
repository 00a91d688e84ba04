import { z } from 'zod';
import { bulkIds, bulkReply } from '#contract/admin/bulk.ts';
import { appealOf, appealState } from '#contract/appeals.ts';
import { matchSummary } from '#contract/clips/clip-match.ts';
import { posterUrl } from '#contract/clips/posters.ts';
import * as limits from '#contract/limits.ts';
import { verdict } from '#contract/scoring/scoring.ts';
import { countingTrouble, countLevel } from '#contract/tracking.ts';
import { csvOf } from '#contract/wire/csv.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  platformSchema,
  sortBy,
  viewsSchema,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { captionProblem } from './caption-checks.ts';
import { rejectReason } from './reject-reasons.ts';

export const submissionStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
export type SubmissionStatus = z.infer<typeof submissionStatus>;

/** The next event of a clip, its deadline, and the person who has to act. */
export const nextEvent = z.object({
  what: z.string(),
  by: momentWire.nullable(),
  who: z.enum(['host', 'clipper', 'admin', 'platform', 'permille', 'bank', 'nobody']),
});
export type NextEvent = z.infer<typeof nextEvent>;

const checkName = z.enum([
  'payable',
  'link',
  'platform',
  'account',
  'post',
  'owner',
  'analytics',
  'unused',
  'again',
  'posted_at',
  'listing',
  'limit',
  'tags',
  'disclosure',
  'length',
  'content',
]);
/** The result of one rule: passed, failed with a message, or skipped because an earlier rule failed. */
export const submissionCheck = z.object({
  check: checkName,
  label: z.string(),
  state: z.enum(['passed', 'failed', 'not_reached']),
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type SubmissionCheck = z.infer<typeof submissionCheck>;

const submitBody = z.object({
  listingId: idSchema,
  /** The link to the post, or a text with one such link, as a Share button copies it. */
  url: z.string().max(limits.POST_TEXT_MAX),
  platform: platformSchema,
  reportedViews: viewsSchema.max(limits.VIEWS_MAX),
});

const submissionErrorCodes = [
  'payout_country_missing',
  'payout_country_unsupported',
  'url_not_recognised',
  'several_posts',
  'photo_post',
  'platform_mismatch',
  'platform_not_allowed',
  'account_not_connected',
  'account_not_readable',
  'platform_lookups_used',
  'post_not_found',
  'post_not_public',
  'post_length_unknown',
  'post_before_professional',
  'post_not_counted',
  'post_not_yours',
  'analytics_not_released',
  'analytics_not_reported',
  'post_already_used',
  'post_rejected_here',
  'post_resubmitted_before',
  'post_too_early',
  'listing_not_active',
  'terms_changed',
  'clip_limit_reached',
  'hashtag_missing',
  'disclosure_missing',
  'clip_length',
  'own_listing',
  'blocked_by_host',
  'platform_unavailable',
  'not_found',
] as const;

/** The fields of a clip's row that are not in its receipt. */
export const clipState = {
  caption: z.string(),
  posterUrl,
  durationSeconds: z.int().nullable(),
  reportedViews: viewsSchema,
  decision: z.enum(['approve', 'reject']).nullable(),
  decisionCommitsAt: momentWire.nullable(),
  decideBy: momentWire,
  rejectReason: rejectReason.nullable(),
  rejectNote: z.string().nullable(),
  /** True if the post was rejected for this listing, then corrected and submitted again. */
  isResubmission: z.boolean(),
  /** Number of messages from the other person that the reader has not opened. */
  unreadMessages: z.int(),
  /** The worth of the clip's current count by its terms, without the limit of the listing's free budget. */
  worthMicros: microsWire,
  /** Since when the listing's budget can't pay all of the clip's views; null while it can. */
  budgetSpentAt: momentWire.nullable(),
  /** The required parts that the caption lacked when it was last read; null if nothing is missing. */
  captionProblem: captionProblem.nullable(),
  next: nextEvent,
};

const rowBase = z.object({
  id: idSchema,
  listingId: idSchema,
  listingTitle: z.string(),
  platform: platformSchema,
  url: z.string(),
  views: viewsSchema,
  /** Whether `views` was counted by the platform's API or by people from screenshots. */
  countLevel,
  /** The views that earn or will earn: those that are neither contested nor excluded. */
  verifiedViews: viewsSchema,
  likes: z.int().nullable(),
  rateCentsPerMille: z.int(),
  status: submissionStatus,
  submittedAt: momentWire,
  payoutMicros: microsWire,
  verdict,
  /** Why the clip's views are currently not read; null while they are read. */
  trouble: countingTrouble.nullable(),
  /** The newest appeal of the clip. */
  appeal: z.object({ of: appealOf, state: appealState, decideBy: momentWire }).nullable(),
  ...clipState,
});

export const clipperSubmissionRow = rowBase.extend({
  hostUsername: z.string(),
  /** True if the clip was rejected for something that can be fixed, and has not been submitted again. */
  canResubmit: z.boolean(),
  /** Deadline for appealing the clip's rejection or hold; null if there is nothing to appeal. */
  appealUntil: momentWire.nullable(),
});
export type ClipperSubmissionRow = z.infer<typeof clipperSubmissionRow>;
export const hostSubmissionRow = rowBase.extend({
  clipperUsername: z.string(),
  screenshotUrl: z.string().nullable(),
  /** True if the host's deadline has passed, so that only a reviewer can decide. */
  isEscalated: z.boolean(),
  match: matchSummary,
});
export type HostSubmissionRow = z.infer<typeof hostSubmissionRow>;

const statusQuery = cursorQuery.extend({
  status: submissionStatus.optional(),
  listingId: idSchema.optional(),
  search: z.string().trim().max(100).optional(),
});

const clipperSubmissions = route('GET /api/clipper/submissions', {
  access: 'clipper',
  scope: 'submissions:read',
  summary: 'Own submissions, newest first or by `sort`, by status, listing, and words of title or link',
  query: statusQuery.extend({ sort: sortBy('date', 'listing', 'views', 'payout') }),
  reply: pageOf(clipperSubmissionRow),
});

const hostSubmissions = route('GET /api/host/submissions', {
  access: 'host',
  scope: 'submissions:read',
  summary: "Clips submitted to the host's listings, newest first or by `sort`",
  query: statusQuery.extend({ sort: sortBy('date', 'deadline', 'clipper', 'listing', 'reported', 'payout') }),
  reply: pageOf(hostSubmissionRow),
});

export const submissionRoutes = {
  clipperSubmissions,
  clipperSubmissionsCsv: csvOf(clipperSubmissions, 'submissions.csv'),
  hostSubmissions,
  hostSubmissionsCsv: csvOf(hostSubmissions, 'submissions.csv'),
  checkClip: route('POST /api/submissions/check', {
    access: 'clipper',
    scope: 'submissions:write',
    summary: '"Would this pass?": every check of a submission, without submitting',
    body: submitBody
      .omit({ reportedViews: true, platform: true })
      .extend({ platform: platformSchema.optional() }),
    reply: z.object({
      checks: z.array(submissionCheck),
      passes: z.boolean(),
      post: z
        .object({
          platform: platformSchema,
          caption: z.string(),
          postedAt: momentWire,
          views: viewsSchema.nullable(),
          /** Views from before now that are paid out only once they are proven. */
          unseenViews: viewsSchema,
          countLevel,
        })
        .nullable(),
    }),
    errors: ['not_found'],
    perMinute: 30,
  }),
  recogniseListing: route('POST /api/submissions/recognise', {
    access: 'clipper',
    summary:
      'The open listing whose required hashtags and mentions are in the caption of an own post; null if none or several match',
    body: submitBody.pick({ url: true }),
    reply: z.object({ listingId: idSchema.nullable() }),
    errors: ['platform_lookups_used'],
    perMinute: 30,
  }),
  submitClip: route('POST /api/submissions', {
    access: 'clipper',
    scope: 'submissions:write',
    summary: 'Submit a posted clip to a listing; polling of its views starts',
    body: submitBody,
    reply: z.object({ id: idSchema }),
    errors: submissionErrorCodes,
    idempotent: true,
    perMinute: 30,
  }),
  withdrawSubmission: route('POST /api/submissions/:id/withdraw', {
    access: 'clipper',
    scope: 'submissions:write',
    summary: 'Withdraw a pending submission; the post can be submitted again',
    params: idParams,
    reply: z.object({ status: submissionStatus }),
    errors: ['not_found', 'submission_state'],
  }),
  approveSubmission: route('POST /api/submissions/:id/approve', {
    access: 'host',
    scope: 'submissions:decide',
    summary: 'Approve; commits after ten seconds, in which it can be undone',
    params: idParams,
    reply: z.object({ decisionCommitsAt: momentWire }),
    errors: ['not_found', 'submission_state', 'submission_escalated'],
  }),
  rejectSubmission: route('POST /api/submissions/:id/reject', {
    access: 'host',
    scope: 'submissions:decide',
    summary: 'Reject with a reason; commits after ten seconds, in which it can be undone',
    params: idParams,
    body: z.object({ reason: rejectReason.nullable(), note: z.string().max(limits.NOTE_MAX).nullable() }),
    reply: z.object({ decisionCommitsAt: momentWire }),
    errors: ['not_found', 'submission_state', 'submission_escalated', 'reason_required', 'note_required'],
  }),
  approveEscalated: route('POST /api/admin/submissions/:id/approve', {
    access: 'admin',
    recentLogin: true,
    summary: 'Approve a clip whose host let the deadline pass; it takes effect at once',
    params: idParams,
    body: z.object({ note: z.string().trim().min(1).max(limits.NOTE_MAX) }),
    errors: ['not_found', 'submission_state', 'second_admin_needed', 'own_money'],
  }),
  approveEscalatedClips: route('POST /api/admin/submissions/approve', {
    access: 'admin',
    recentLogin: true,
    summary: 'Approve many clips whose hosts let the deadline pass, each on its own; it takes effect at once',
    body: z.object({ ids: bulkIds, note: z.string().trim().min(1).max(limits.NOTE_MAX) }),
    reply: bulkReply,
  }),
  rejectEscalated: route('POST /api/admin/submissions/:id/reject', {
    access: 'admin',
    summary: 'Reject a clip whose host let the deadline pass, with a reason; it takes effect at once',
    params: idParams,
    body: z.object({ reason: rejectReason.nullable(), note: z.string().max(limits.NOTE_MAX).nullable() }),
    errors: ['not_found', 'submission_state', 'reason_required', 'note_required'],
  }),
  undoDecision: route('POST /api/submissions/:id/undo', {
    access: 'host',
    scope: 'submissions:decide',
    summary: 'Undo a decision within its ten seconds',
    params: idParams,
    reply: z.object({ status: submissionStatus }),
    errors: ['not_found', 'submission_state'],
  }),
};
