import { expect, it } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { RecognisedPost } from '#contract/platforms/post-url.ts';
import type { SubmissionCheck } from '#contract/submissions/submissions.ts';
import type { FoundPost } from '#server/modules/connections/connections.ts';
import { missingTags } from './caption.ts';
import type { ListingForCheck } from './queries.ts';
import { lengthAllowed, postedBefore, rulesOf, type SubmissionFacts } from './rules.ts';
import { successRate } from './success-rate.ts';

it('finds each required tag as a whole word in any case', () => {
  expect(missingTags('Go #HollowRun with @marlow!', ['#hollowrun', '@Marlow'])).toEqual([]);
  expect(missingTags('#hollowrunner @marlow_fan', ['#hollowrun', '@marlow'])).toEqual([
    '#hollowrun',
    '@marlow',
  ]);
});

it("accepts a clip within the listing's allowed length, including both ends", () => {
  expect(lengthAllowed(15, 15, 60)).toBe(true);
  expect(lengthAllowed(60, 15, 60)).toBe(true);
  expect(lengthAllowed(61, 15, 60)).toBe(false);
  expect(lengthAllowed(14, 15, null)).toBe(false);
  expect(lengthAllowed(null, 15, 60)).toBe(true);
});

it('rounds the success rate to a whole percent, and returns none without submissions', () => {
  expect(successRate({ approved: 20, pending: 3 })).toBe(87);
  expect(successRate({ withdrawn: 2 })).toBeNull();
});

it('accepts a post from the second in which its listing started, and refuses one from the second before', () => {
  const started = new Date('2026-03-02T12:00:00.700Z');
  expect(postedBefore(new Date('2026-03-02T12:00:00Z'), started)).toBe(false);
  expect(postedBefore(new Date('2026-03-02T11:59:59Z'), started)).toBe(true);
});

const listing: ListingForCheck = {
  id: 'listing',
  version: 1,
  hostId: 'host' as AccountId,
  state: 'active',
  createdAt: new Date('2026-03-01T00:00:00Z'),
  title: 'A listing',
  platforms: ['youtube'],
  clipsPerClipper: 3,
  decisionHours: 72,
  requiredTags: ['#run'],
  disclosureRequired: true,
  minSeconds: 10,
  maxSeconds: 60,
  comparesClips: false,
  counted: { countedViews: 'engaged', countedCountries: [] },
};
const post: FoundPost = {
  postId: '1',
  apiId: '1',
  caption: '#run #ad',
  paidPromotion: null,
  postedAt: new Date('2026-03-02T00:00:00Z'),
  durationSeconds: 30,
  posterUrl: null,
  reading: null,
};
const own = { kind: 'found', connectionId: 'connection', level: 'platform', post } as const;
const history = { isUsed: false, releasesAnalytics: true, rejections: [] };
const link: RecognisedPost = {
  ...{ ok: true, kind: 'post', platform: 'youtube' },
  ...{ id: '1', canonicalUrl: 'https://www.youtube.com/shorts/1' },
};
const kept: SubmissionFacts = {
  ...{
    clipperId: 'clipper' as AccountId,
    country: 'US',
    listing,
    isBlocked: false,
    otherPosts: 0,
    selected: 'youtube',
  },
  ...{ resolved: link, own, history },
};

/** For each rule, facts that break only this rule, and the code of the refusal. */
const broken: Record<Exclude<SubmissionCheck['check'], 'content'>, [Partial<SubmissionFacts>, ErrorCode]> = {
  payable: [{ country: null }, 'payout_country_missing'],
  link: [{ selected: 'tiktok' }, 'platform_mismatch'],
  platform: [{ listing: { ...listing, platforms: ['tiktok'] } }, 'platform_not_allowed'],
  account: [{ own: { kind: 'no_connection' } }, 'account_not_connected'],
  post: [{ own: { kind: 'not_public' } }, 'post_not_public'],
  owner: [{ own: { kind: 'not_yours' } }, 'post_not_yours'],
  analytics: [{ history: { ...history, releasesAnalytics: false } }, 'analytics_not_released'],
  unused: [{ history: { ...history, isUsed: true } }, 'post_already_used'],
  again: [{ history: { ...history, rejections: [{ reason: null }] } }, 'post_rejected_here'],
  posted_at: [{ listing: { ...listing, createdAt: new Date('2026-03-03T00:00:00Z') } }, 'post_too_early'],
  listing: [{ isBlocked: true }, 'blocked_by_host'],
  limit: [{ otherPosts: 3 }, 'clip_limit_reached'],
  tags: [{ own: { ...own, post: { ...post, caption: '#ad' } } }, 'hashtag_missing'],
  disclosure: [{ own: { ...own, post: { ...post, caption: '#run' } } }, 'disclosure_missing'],
  length: [{ own: { ...own, post: { ...post, durationSeconds: 61 } } }, 'clip_length'],
};

it('refuses by each rule exactly what breaks the rule, and nothing that keeps all', () => {
  const refusals = (facts: SubmissionFacts) =>
    rulesOf(facts.listing).flatMap(([name, rule]) => {
      const verdict = rule.check(facts);
      return typeof verdict === 'object' ? [[name, verdict.code]] : [];
    });
  expect(refusals(kept)).toEqual([]);
  for (const [name, [facts, code]] of Object.entries(broken))
    expect(refusals({ ...kept, ...facts })).toEqual([[name, code]]);
});

it('leaves to people what only a screenshot shows', () => {
  const facts: SubmissionFacts = { ...kept, own: { ...own, level: 'attested' } };
  const left = rulesOf(listing).flatMap(([name, rule]) => (rule.check(facts) === 'people' ? [name] : []));
  expect(left).toEqual(['post', 'owner', 'tags', 'disclosure', 'length', 'content']);
});
