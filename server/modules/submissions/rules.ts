import type { AccountId } from '#contract/accounts/ids.ts';
import { paysByFigures, reportsWhatCounts } from '#contract/clips/counted-views.ts';
import { unsupportedCountries } from '#contract/countries.ts';
import { momentText } from '#contract/dates.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { LOOKUPS_A_DAY } from '#contract/limits.ts';
import { formats, type PostPlatform } from '#contract/platforms/platforms.ts';
import type { RecognisedPost } from '#contract/platforms/post-url.ts';
import { type RejectReason, rejectReasons } from '#contract/submissions/reject-reasons.ts';
import type { SubmissionCheck } from '#contract/submissions/submissions.ts';
import { SECOND } from '#server/infra/clock.ts';
import type { FoundPost, OwnPost } from '#server/modules/connections/connections.ts';
import { DISCLOSURE, disclosureSentence, missingIn, missingSentence } from './caption.ts';
import type { ListingForCheck } from './queries.ts';
import { type CheckFailure, type ResolvedPost, refusedLink } from './resolve-post.ts';

/** Everything that the rules read about a clip that a person wants to submit. */
export interface SubmissionFacts {
  clipperId: AccountId;
  /** The country to which the person is paid. */
  country: string | null;
  listing: ListingForCheck;
  isBlocked: boolean;
  /** The person's other posts that count towards the listing's limit. */
  otherPosts: number;
  /** The platform that the person selected; absent in a dry run, which takes it from the link. */
  selected: PostPlatform | undefined;
  resolved: ResolvedPost;
  /** The person's post as its platform reported it; null if the platform was not asked. */
  own: OwnPost | null;
  /** Facts about a post that was found; null without one. */
  history: {
    isUsed: boolean;
    releasesAnalytics: boolean;
    /** Rejections of this post for this listing. */
    rejections: readonly { reason: RejectReason | null }[];
  } | null;
}

/**
 * `unknown` means that an earlier rule has to be fulfilled first, `people` that a person checks this rule,
 * because no platform shows the data for it.
 */
export type Verdict = 'kept' | 'unknown' | 'people' | (Omit<CheckFailure, 'message'> & { message?: string });

/** A clip that was submitted, with the terms under which it was. */
export interface SubmittedClip {
  platform: PostPlatform;
  posted_at: Date;
  duration_seconds: number | null;
  required_tags: string[];
  disclosure_required: boolean;
  min_seconds: number | null;
  max_seconds: number | null;
  /** Parts that the caption lacks; null if no platform shows us the caption. */
  missing: string[] | null;
}

interface Rule {
  /** The rule as the form of a submission names it. */
  label: string;
  check(facts: SubmissionFacts): Verdict;
  /** The rule on the page of a submitted clip; null if its terms don't have the rule. */
  onPage?(clip: SubmittedClip): { state: 'kept' | 'broken' | 'unread'; sentence: string } | null;
}

/**
 * The rules of a submission, in the order in which people read them. submit.ts repeats `listing`, `limit`,
 * `unused` and `again` under locks, and caption-checks.job.ts repeats `tags` and `disclosure` as long as the
 * clip earns. The database also enforces `unused` (submissions_live_post).
 */
export const rules = {
  payable: {
    label: 'You can be paid where you live',
    // A clip of a person in an unsupported country could never be paid.
    check: ({ country }) =>
      country === null
        ? refused('payout_country_missing')
        : failsIf(unsupportedCountries.includes(country), 'payout_country_unsupported'),
  },
  link: {
    label: 'Valid post link',
    check: ({ resolved, selected }) =>
      resolved.ok
        ? failsIf(selected !== undefined && selected !== resolved.platform, 'platform_mismatch')
        : refusedLink(resolved),
  },
  platform: {
    label: 'The listing takes this platform',
    check(facts) {
      const link = linkOf(facts);
      if (!link) return 'unknown';
      const { platforms } = facts.listing;
      const allowed = platforms.map((platform) => formats[platform]).join(', ');
      const message = `This listing accepts clips from ${allowed} only.`;
      return failsIf(!platforms.includes(link.platform), 'platform_not_allowed', message);
    },
  },
  account: {
    label: 'Your account is connected',
    check({ own }) {
      if (own?.kind === 'no_connection') return refused('account_not_connected');
      if (own?.kind === 'no_permission') return refused('account_not_readable');
      return own ? 'kept' : 'unknown';
    },
  },
  post: {
    label: 'The post is a public video',
    check({ own }) {
      if (!own || own.kind === 'no_connection' || own.kind === 'no_permission') return 'unknown';
      if (own.kind === 'found') return own.level === 'attested' ? 'people' : 'kept';
      if (own.kind === 'not_yours') return 'kept';
      if (own.kind === 'quota_used') return refused('platform_lookups_used', lookupsUsed(own.until));
      return refused(unreadable[own.kind]);
    },
  },
  owner: {
    label: 'The post is yours',
    check({ own }) {
      if (own?.kind === 'not_yours') return refused('post_not_yours');
      if (own?.kind !== 'found') return 'unknown';
      return own.level === 'attested' ? 'people' : 'kept';
    },
  },
  analytics: {
    label: 'Your account releases its analytics',
    // Screenshots don't show which of a post's views the listing pays.
    check({ own, history, listing, resolved }) {
      if (own?.kind !== 'found' || !history || !resolved.ok) return 'unknown';
      const isReported = own.level !== 'attested' && reportsWhatCounts(resolved.platform, listing.counted);
      if (!isReported) return refused('analytics_not_reported');
      return failsIf(!history.releasesAnalytics, 'analytics_not_released');
    },
  },
  unused: {
    label: 'The post is not used elsewhere',
    check: ({ history }) => (history ? failsIf(history.isUsed, 'post_already_used') : 'unknown'),
  },
  again: {
    label: 'Not rejected for this listing before',
    check({ history }) {
      const code = history && refusedReturn(history.rejections);
      return code ? refused(code) : history ? 'kept' : 'unknown';
    },
  },
  posted_at: {
    label: 'Posted after the listing started',
    check: ({ own, listing }) =>
      own?.kind === 'found'
        ? failsIf(postedBefore(own.post.postedAt, listing.createdAt), 'post_too_early')
        : 'unknown',
    onPage: (clip) => ({
      state: 'kept',
      sentence: `Posted ${momentText(clip.posted_at)}, after the listing started.`,
    }),
  },
  listing: {
    label: 'Listing is open',
    check({ listing, clipperId, isBlocked }) {
      if (listing.hostId === clipperId) return refused('own_listing');
      if (isBlocked) return refused('blocked_by_host');
      return failsIf(listing.state !== 'active', 'listing_not_active');
    },
  },
  limit: {
    label: 'Within the clips allowed per clipper',
    check: ({ otherPosts, listing }) => failsIf(otherPosts >= listing.clipsPerClipper, 'clip_limit_reached'),
  },
  tags: {
    label: 'Required hashtags and mentions',
    check: (facts) =>
      ofPost(facts, (post, platform) => {
        const tags = missingIn(post, facts.listing).filter((tag) => tag !== DISCLOSURE);
        return failsIf(tags.length > 0, 'hashtag_missing', missingSentence(tags, platform));
      }),
    onPage({ required_tags: tags, missing, platform }) {
      if (tags.length === 0) return null;
      const names = `name ${tags.join(' and ')}`;
      if (!missing) return { state: 'unread', sentence: `The caption must ${names}. ${FOR_THE_HOST}` };
      const absent = missing.filter((tag) => tag !== DISCLOSURE);
      if (absent.length > 0) return { state: 'broken', sentence: missingSentence(absent, platform) };
      return { state: 'kept', sentence: `The caption names ${tags.join(' and ')}.` };
    },
  },
  disclosure: {
    label: 'Ad disclosure',
    check: (facts) =>
      ofPost(facts, (post, platform) =>
        failsIf(
          missingIn(post, facts.listing).includes(DISCLOSURE),
          'disclosure_missing',
          disclosureSentence(platform),
        ),
      ),
    onPage({ disclosure_required: isRequired, missing, platform }) {
      if (!isRequired) return null;
      if (!missing) return { state: 'unread', sentence: `${disclosureSentence(platform)} ${FOR_THE_HOST}` };
      if (missing.includes(DISCLOSURE)) return { state: 'broken', sentence: disclosureSentence(platform) };
      return { state: 'kept', sentence: 'The post says that it is paid.' };
    },
  },
  length: {
    label: 'Length allowed',
    check: (facts) =>
      ofPost(facts, ({ durationSeconds: seconds }) => {
        const { minSeconds, maxSeconds } = facts.listing;
        // Instagram does not state the duration of a reel.
        if (seconds === null && (minSeconds !== null || maxSeconds !== null)) return 'people';
        const range = `${minSeconds ?? 1} to ${maxSeconds ?? 600} seconds`;
        const message = `The clip is ${seconds} seconds long; this listing allows ${range}.`;
        return failsIf(!lengthAllowed(seconds, minSeconds, maxSeconds), 'clip_length', message);
      }),
    onPage({ duration_seconds: seconds, min_seconds: min, max_seconds: max }) {
      if (min === null && max === null) return null;
      const range = `${min ?? 1} to ${max ?? 600} seconds are allowed`;
      if (seconds === null) return { state: 'unread', sentence: `${range}. ${FOR_THE_HOST}` };
      const state = lengthAllowed(seconds, min, max) ? 'kept' : 'broken';
      return { state, sentence: `${seconds} seconds long; ${range}.` };
    },
  },
  content: {
    label: "Shows the host's video",
    // Nothing is compared before the clip is submitted, so content is never refused here.
    check: () => 'people',
  },
} as const satisfies Record<SubmissionCheck['check'], Rule>;

/** Returns the rules that a listing has, in order. */
export const rulesOf = ({ counted }: ListingForCheck): [SubmissionCheck['check'], Rule][] =>
  (Object.entries(rules) as [SubmissionCheck['check'], Rule][]).filter(
    ([name]) => name !== 'analytics' || paysByFigures(counted),
  );

/** Returns the post to which the link leads; null if there is none, or not on the selected platform. */
export const linkOf = (facts: Pick<SubmissionFacts, 'resolved' | 'selected'>): RecognisedPost | null => {
  const { resolved, selected } = facts;
  return resolved.ok && (selected === undefined || selected === resolved.platform) ? resolved : null;
};

/** Checks what the platform shows of a found post. Without the platform's figures, people check it. */
function ofPost(
  { own, resolved }: SubmissionFacts,
  check: (post: FoundPost, platform: PostPlatform) => Verdict,
): Verdict {
  if (own?.kind !== 'found' || !resolved.ok) return 'unknown';
  return own.level === 'attested' ? 'people' : check(own.post, resolved.platform);
}

const refused = (code: ErrorCode, message?: string): Verdict => ({ code, ...(message && { message }) });

const failsIf = (isBroken: boolean, code: ErrorCode, message?: string): Verdict =>
  isBroken ? refused(code, message) : 'kept';

const unreadable = {
  unavailable: 'platform_unavailable',
  not_found: 'post_not_found',
  not_public: 'post_not_public',
  not_video: 'photo_post',
  length_unknown: 'post_length_unknown',
  before_professional: 'post_before_professional',
  unsupported: 'post_not_counted',
} as const satisfies Partial<Record<OwnPost['kind'], ErrorCode>>;

const FOR_THE_HOST = 'The host checks this in the post.';

/** Returns the text of a refusal, which names the limit and when it ends. */
export const lookupsUsed = (until: Date): string =>
  `You have used today's ${LOOKUPS_A_DAY} checks. You can continue from ${momentText(until)}.`;

export function lengthAllowed(seconds: number | null, min: number | null, max: number | null): boolean {
  if (seconds === null) return true;
  return (min === null || seconds >= min) && (max === null || seconds <= max);
}

/**
 * Refuses a post that may not be resubmitted to a listing after these rejections there. A correctable reason
 * allows one resubmission.
 */
export function refusedReturn(
  rejections: readonly { reason: RejectReason | null }[],
): 'post_rejected_here' | 'post_resubmitted_before' | null {
  if (rejections.some(({ reason }) => !reason || !rejectReasons[reason].fix)) return 'post_rejected_here';
  return rejections.length > 1 ? 'post_resubmitted_before' : null;
}

/**
 * Returns whether a post was made before the listing started. Platforms state a post's time in whole seconds,
 * so a post from the listing's first second counts as made after the start.
 */
export const postedBefore = (postedAt: Date, startedAt: Date): boolean =>
  Math.floor(postedAt.getTime() / SECOND) < Math.floor(startedAt.getTime() / SECOND);
