import { paysByFigures, reportsWhatCounts } from '#contract/clips/counted-views.ts';
import { unsupportedCountries } from '#contract/countries.ts';
import { momentText } from '#contract/dates.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { LOOKUPS_A_DAY } from '#contract/limits.ts';
import { formats, type PostPlatform } from '#contract/platforms/platforms.ts';
import type { RecognisedPost } from '#contract/platforms/post-url.ts';
import type { SubmissionCheck } from '#contract/submissions/submissions.ts';
import type { CountLevel } from '#contract/tracking.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { FoundPost, OwnPost } from '#server/modules/connections/connections.ts';
import { DISCLOSURE, missingIn, missingSentence, sayPaid } from './caption.ts';
import {
  countryOf,
  isBlocked,
  type ListingForCheck,
  listingForCheck,
  otherPostsOnListing,
  postInUse,
  rejectionsOf,
  releasesAnalytics,
} from './queries.ts';
import { type CheckFailure, type ResolveLink, refusedLink, resolvePost } from './resolve-post.ts';
import { lengthAllowed, postedBefore, refusedReturn } from './rules.ts';

export interface CheckDeps {
  db: Database;
  clock: Clock;
  /** Asks the platform for a post through the person's connected accounts. */
  findPost(ask: {
    userId: string;
    platform: PostPlatform;
    postId: string;
    handleInLink: string | undefined;
  }): Promise<OwnPost>;
  /** Follows a platform's short link to its post. */
  resolveLink: ResolveLink;
}

export interface CheckInput {
  clipperId: string;
  listingId: string;
  url: string;
  /** The platform that the person selected; absent in a dry run, which takes it from the link. */
  platform?: PostPlatform | undefined;
}

export interface Checked {
  listing: ListingForCheck;
  checks: SubmissionCheck[];
  /** The rule that failed; null if every rule passed. */
  failure: CheckFailure | null;
  link: RecognisedPost | null;
  /** The post as its platform describes it, and the connected account that owns it. */
  found: { connectionId: string; post: FoundPost; level: CountLevel } | null;
}

const LABELS: [SubmissionCheck['check'], string][] = [
  ['payable', 'You can be paid where you live'],
  ['link', 'Valid post link'],
  ['platform', 'The listing takes this platform'],
  ['account', 'Your account is connected'],
  ['post', 'The post is a public video'],
  ['owner', 'The post is yours'],
  ['analytics', 'Your account releases its analytics'],
  ['unused', 'The post is not used elsewhere'],
  ['again', 'Not rejected for this listing before'],
  ['posted_at', 'Posted after the listing started'],
  ['listing', 'Listing is open'],
  ['limit', 'Within the clips allowed per clipper'],
  ['tags', 'Required hashtags and mentions'],
  ['disclosure', 'Ad disclosure'],
  ['length', 'Length allowed'],
  ['content', "Shows the host's video"],
];

/** Checks all rules of a submission, in the order of display. Returns null if there is no such listing. */
export async function checkClip(deps: CheckDeps, input: CheckInput): Promise<Checked | null> {
  const listing = await listingForCheck(deps.db, input.listingId);
  if (!listing) return null;
  const results = new CheckResults(listing);
  results.set('payable', refusedCountry(await countryOf(deps.db, input.clipperId)));
  const link = await recognise(deps, input, results);
  const found = link ? await ask(deps, input, link, listing, results) : null;
  if (link && found && paysByFigures(listing.counted)) {
    results.set('analytics', await refusedAnalytics(deps.db, listing, link.platform, found));
  }
  if (link && found) {
    const { post } = found;
    const used = await postInUse(deps.db, link.platform, link.id);
    results.set('unused', used ? 'post_already_used' : null);
    results.set('again', refusedReturn(await rejectionsOf(deps.db, listing.id, link)));
    results.set('posted_at', postedBefore(post.postedAt, listing.createdAt) ? 'post_too_early' : null);
  }
  results.set('listing', await refusedEntry(deps.db, listing, input.clipperId));
  const clips = await otherPostsOnListing(deps.db, input.listingId, input.clipperId, link);
  results.set('limit', clips >= listing.clipsPerClipper ? 'clip_limit_reached' : null);
  if (link && found?.level === 'platform') checkContent(found.post, link.platform, listing, results);
  if (found?.level === 'attested') {
    results.leaveToPeople('post', 'owner', 'tags', 'disclosure', 'length');
  }
  // Content is never refused here, because nothing is compared before the clip is submitted.
  results.leaveToPeople('content');
  return { listing, ...results.summary(), link, found };
}

/**
 * Refuses a post if its account's owner does not release the analytics that show which of its views the
 * listing pays. Screenshots don't show that.
 */
async function refusedAnalytics(
  db: Database,
  { counted }: ListingForCheck,
  platform: PostPlatform,
  { connectionId, level }: NonNullable<Checked['found']>,
) {
  if (level === 'attested' || !reportsWhatCounts(platform, counted)) return 'analytics_not_reported';
  return (await releasesAnalytics(db, connectionId)) ? null : 'analytics_not_released';
}

/**
 * Refuses a clip of a person in a country to which no money can go, because such a clip could never be paid.
 */
function refusedCountry(country: string | null) {
  if (country === null) return 'payout_country_missing';
  return unsupportedCountries.includes(country) ? 'payout_country_unsupported' : null;
}

async function refusedEntry(db: Database, listing: ListingForCheck, clipperId: string) {
  if (listing.hostId === clipperId) return 'own_listing';
  if (await isBlocked(db, listing.hostId, clipperId)) return 'blocked_by_host';
  return listing.state === 'active' ? null : 'listing_not_active';
}

async function recognise(
  deps: CheckDeps,
  input: CheckInput,
  results: CheckResults,
): Promise<RecognisedPost | null> {
  const parsed = await resolvePost(deps.resolveLink, input.url);
  if (!parsed.ok) {
    results.fail('link', refusedLink(parsed));
    return null;
  }
  if (input.platform && input.platform !== parsed.platform) {
    results.set('link', 'platform_mismatch');
    return null;
  }
  results.set('link', null);
  return parsed;
}

async function ask(
  deps: CheckDeps,
  input: CheckInput,
  link: RecognisedPost,
  listing: ListingForCheck,
  results: CheckResults,
): Promise<Checked['found']> {
  if (!listing.platforms.includes(link.platform)) {
    const allowed = listing.platforms.map((platform) => formats[platform]).join(', ');
    results.set('platform', 'platform_not_allowed', `This listing accepts clips from ${allowed} only.`);
    return null;
  }
  results.set('platform', null);
  const found = await deps.findPost({
    userId: input.clipperId,
    platform: link.platform,
    postId: link.id,
    handleInLink: link.handle,
  });
  if (found.kind === 'no_connection') results.set('account', 'account_not_connected');
  else if (found.kind === 'no_permission') results.set('account', 'account_not_readable');
  else results.set('account', null);
  if (found.kind === 'quota_used') results.set('post', 'platform_lookups_used', lookupsUsed(found.until));
  if (found.kind === 'unavailable') results.set('post', 'platform_unavailable');
  if (found.kind === 'not_found') results.set('post', 'post_not_found');
  if (found.kind === 'not_public') results.set('post', 'post_not_public');
  if (found.kind === 'not_video') results.set('post', 'photo_post');
  if (found.kind === 'length_unknown') results.set('post', 'post_length_unknown');
  if (found.kind === 'before_professional') results.set('post', 'post_before_professional');
  if (found.kind === 'unsupported') results.set('post', 'post_not_counted');
  if (found.kind === 'not_yours') {
    results.set('post', null);
    results.set('owner', 'post_not_yours');
  }
  if (found.kind !== 'found') return null;
  results.set('post', null);
  results.set('owner', null);
  return found;
}

/** Returns the text of a refusal, which names the rule and when the limit ends. */
export const lookupsUsed = (until: Date): string =>
  `You have used today's ${LOOKUPS_A_DAY} checks. You can go on from ${momentText(until)}.`;

function checkContent(
  post: FoundPost,
  platform: PostPlatform,
  listing: ListingForCheck,
  results: CheckResults,
): void {
  const missing = missingIn(post, listing);
  const tags = missing.filter((tag) => tag !== DISCLOSURE);
  results.set('tags', tags.length ? 'hashtag_missing' : null, missingSentence(tags, platform));
  const isUndisclosed = missing.includes(DISCLOSURE);
  results.set('disclosure', isUndisclosed ? 'disclosure_missing' : null, sayPaid(platform));
  const { minSeconds, maxSeconds } = listing;
  // Instagram does not state the duration of a reel.
  if (post.durationSeconds === null && (minSeconds !== null || maxSeconds !== null)) {
    results.leaveToPeople('length');
    return;
  }
  const allowed = lengthAllowed(post.durationSeconds, minSeconds, maxSeconds);
  const range = `${minSeconds ?? 1} to ${maxSeconds ?? 600} seconds`;
  results.set(
    'length',
    allowed ? null : 'clip_length',
    `The clip is ${post.durationSeconds} seconds long; this listing allows ${range}.`,
  );
}

/**
 * Returns who checks a rule: reviewers compare account and count with the screenshot, and the host decides on
 * the other rules.
 */
const leftTo = (check: SubmissionCheck['check'], comparesClips: boolean): string => {
  if (check === 'owner') return 'Checked by two reviewers, on the screenshot that you send.';
  return check === 'content' && comparesClips
    ? 'Attach your clip file so we can match it to the source. Without it the host checks this.'
    : 'Checked by the host.';
};

/** The rules in order of display, each with its outcome so far. */
class CheckResults {
  readonly #outcomes = new Map<SubmissionCheck['check'], CheckFailure | null>();
  readonly #left = new Set<SubmissionCheck['check']>();
  readonly #comparesClips: boolean;
  readonly #labels: typeof LABELS;

  constructor({ comparesClips, counted }: ListingForCheck) {
    this.#comparesClips = comparesClips;
    this.#labels = LABELS.filter(([check]) => check !== 'analytics' || paysByFigures(counted));
  }

  /** Leaves rules to the person who decides on the clip, because no platform shows us the data for them. */
  leaveToPeople(...checks: SubmissionCheck['check'][]): void {
    for (const check of checks) {
      this.#left.add(check);
      this.#outcomes.delete(check);
    }
  }

  set(check: SubmissionCheck['check'], code: ErrorCode | null, message?: string): void {
    this.#outcomes.set(check, code ? { code, message: message ?? errorCatalogue[code].detail } : null);
  }

  fail(check: SubmissionCheck['check'], failure: CheckFailure): void {
    this.#outcomes.set(check, failure);
  }

  summary(): Pick<Checked, 'checks' | 'failure'> {
    const checks = this.#labels.map(([check, label]): SubmissionCheck => {
      const outcome = this.#outcomes.get(check);
      if (outcome === undefined) {
        const message = this.#left.has(check) ? leftTo(check, this.#comparesClips) : null;
        return { check, label, state: 'not_reached', code: null, message };
      }
      if (outcome === null) return { check, label, state: 'passed', code: null, message: null };
      return { check, label, state: 'failed', code: outcome.code, message: outcome.message };
    });
    const first = this.#labels.map(([check]) => this.#outcomes.get(check)).find((outcome) => outcome);
    return { checks, failure: first ?? null };
  }
}
