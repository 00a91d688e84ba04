import type { AccountId } from '#contract/accounts/ids.ts';
import { paysByFigures } from '#contract/clips/counted-views.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { RecognisedPost } from '#contract/platforms/post-url.ts';
import type { SubmissionCheck } from '#contract/submissions/submissions.ts';
import type { CountLevel } from '#contract/tracking.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { FoundPost, OwnPost } from '#server/modules/connections/connections.ts';
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
import { type CheckFailure, type ResolveLink, resolvePost } from './resolve-post.ts';
import { linkOf, rulesOf, type SubmissionFacts, type Verdict } from './rules.ts';

export interface CheckDeps {
  db: Database;
  clock: Clock;
  /** Asks the platform for a post through the person's connected accounts. */
  findPost(ask: {
    accountId: AccountId;
    platform: PostPlatform;
    postId: string;
    handleInLink: string | undefined;
  }): Promise<OwnPost>;
  /** Follows a platform's short link to its post. */
  resolveLink: ResolveLink;
}

export interface CheckInput {
  clipperId: AccountId;
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

/** Checks all rules of a submission, in the order of display. Returns null if there is no such listing. */
export async function checkClip(deps: CheckDeps, input: CheckInput): Promise<Checked | null> {
  const listing = await listingForCheck(deps.db, input.listingId);
  if (!listing) return null;
  const facts = await readFacts(deps, input, listing);
  const judged = rulesOf(listing).map(([check, rule]) => ({
    check,
    label: rule.label,
    verdict: withText(rule.check(facts)),
  }));
  const failure = judged.map(({ verdict }) => verdict).find((verdict) => typeof verdict === 'object') ?? null;
  const checks = judged.map(({ check, label, verdict }): SubmissionCheck => {
    if (verdict === 'kept') return { check, label, state: 'passed', code: null, message: null };
    if (typeof verdict === 'object')
      return { check, label, state: 'failed', code: verdict.code, message: verdict.message };
    const message = verdict === 'people' ? leftTo(check, listing) : null;
    return { check, label, state: 'not_reached', code: null, message };
  });
  const found = facts.own?.kind === 'found' ? facts.own : null;
  return { listing, checks, failure, link: linkOf(facts), found };
}

/** Reads what the rules need. Asks the platform only if the link leads to a post that the listing takes. */
async function readFacts(
  { db, resolveLink, findPost }: CheckDeps,
  { clipperId, url, platform: selected }: CheckInput,
  listing: ListingForCheck,
): Promise<SubmissionFacts> {
  const country = await countryOf(db, clipperId);
  const resolved = await resolvePost(resolveLink, url);
  const link = linkOf({ resolved, selected });
  const own =
    link && listing.platforms.includes(link.platform)
      ? await findPost({
          accountId: clipperId,
          platform: link.platform,
          postId: link.id,
          handleInLink: link.handle,
        })
      : null;
  return {
    ...{ clipperId, country, listing, selected, resolved, own },
    isBlocked: await isBlocked(db, listing.hostId, clipperId),
    otherPosts: await otherPostsOnListing(db, listing.id, clipperId, link),
    history: link && own?.kind === 'found' ? await readHistory(db, listing, link, own) : null,
  };
}

async function readHistory(
  db: Database,
  { id, counted }: ListingForCheck,
  link: RecognisedPost,
  { connectionId }: Extract<OwnPost, { kind: 'found' }>,
): Promise<NonNullable<SubmissionFacts['history']>> {
  return {
    isUsed: await postInUse(db, link.platform, link.id),
    releasesAnalytics: paysByFigures(counted) && (await releasesAnalytics(db, connectionId)),
    rejections: await rejectionsOf(db, id, link),
  };
}

/** Adds the catalogue's text to a failure without a text. */
const withText = (verdict: Verdict): Exclude<Verdict, object> | CheckFailure =>
  typeof verdict === 'object'
    ? { ...verdict, message: verdict.message ?? errorCatalogue[verdict.code].detail }
    : verdict;

/**
 * Returns who checks a rule: reviewers compare account and count with the screenshot, and the host decides on
 * the other rules.
 */
const leftTo = (check: SubmissionCheck['check'], { comparesClips }: ListingForCheck): string => {
  if (check === 'owner') return 'Checked by two reviewers, on the screenshot that you send.';
  return check === 'content' && comparesClips
    ? 'Attach your clip file so we can match it to the source. Without it the host checks this.'
    : 'Checked by the host.';
};
