import { describe, expect, test } from 'vitest';
import { type FollowedHost, followRoutes, type SavedSearch } from '#contract/follows.ts';
import type { ExploreFilters } from '#contract/listings/explore-filters.ts';
import { ApiError } from './api/client.ts';
import { FollowButton } from './features/follows/follow-button.tsx';
import { Following } from './features/follows/following.tsx';
import { SavedSearches, SaveSearch } from './features/follows/saved-searches.tsx';
import { type Answer, answer, failure, rendered } from './testing/screen.tsx';

const { followedHosts, savedSearches } = followRoutes;
const ria: FollowedHost = {
  username: 'ria',
  avatarUrl: null,
  activeListings: 1,
  followedAt: new Date('2026-11-20T12:00:00Z'),
};
const runs: SavedSearch = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Night runs',
  filters: {
    search: 'night run',
    platform: 'tiktok',
    minRateCents: 200,
    minFreeDollars: 500,
    language: 'English',
  },
  alerts: false,
  createdAt: new Date('2026-11-20T12:00:00Z'),
};
const hosts = (...rows: FollowedHost[]) => answer(followedHosts, {}, { rows });
const searches = (...rows: SavedSearch[]) => answer(savedSearches, {}, { rows });

describe('Following, in Settings', () => {
  const panel = async (...answers: Answer[]) => (await rendered(<Following />, answers)).text;

  test('loads, says what did not load, or explains how to begin', async () => {
    expect(await panel()).toContain('Loading');
    const problem = { type: 'about:blank', status: 500, code: 'internal', title: 'Broken', detail: 'Again.' };
    const lost = new ApiError(problem);
    const failed = await panel(failure(followedHosts, {}, lost), failure(savedSearches, {}, lost));
    expect(failed).toContain('The hosts whom you follow did not load.');
    expect(failed).toContain('Your saved searches did not load.');
    expect(await panel(hosts(), searches())).toMatch(
      /Hosts None yet\. Press Follow .* Saved searches None yet\. Filter Explore and press Save search ?\./,
    );
  });

  test('lists hosts and searches, each with its description and a button that ends it', async () => {
    const busy = { ...ria, username: 'sol', activeListings: 2 };
    expect(await panel(hosts(ria, busy), searches(runs))).toMatch(
      /@ria 1 active listing Unfollow .*@sol 2 active listings Unfollow .*Night runs “night run”, TikTok, from \$2\.00 per 1,000, from \$500 free, English Remove/,
    );
  });

  test('names each control after its host or search, and shows whether it sends notifications', async () => {
    const { html } = await rendered(<Following />, [hosts(ria), searches(runs)]);
    expect(html).toContain('aria-label="Unfollow @ria"');
    expect(html).toContain('aria-label="Remove the saved search Night runs"');
    const box = (of: string) =>
      /<input[^>]*aria-label="Notify me of new listings for Night runs"[^>]*>/.exec(of);
    expect(box(html)![0]).not.toContain('checked');
    const on = await rendered(<Following />, [hosts(), searches({ ...runs, alerts: true })]);
    expect(box(on.html)![0]).toContain('checked');
  });
});

test('the button to follow or unfollow a host says which it does, and appears only once that is known', async () => {
  const button = async (...answers: Answer[]) =>
    (await rendered(<FollowButton username="ria" />, answers)).html;
  expect(await button()).toBe('');
  expect(await button(hosts())).toContain('aria-label="Follow @ria"');
  expect(await button(hosts(ria))).toContain('aria-label="Unfollow @ria"');
});

describe('Saved searches, on Explore', () => {
  const bar = async (filters: ExploreFilters, ...answers: Answer[]) =>
    await rendered(
      <>
        <SavedSearches filters={filters} onOpen={() => undefined} />
        <SaveSearch filters={filters} />
      </>,
      answers,
    );

  test('are absent without filters and saved searches', async () => {
    expect((await bar({}, searches())).html).toBe('');
    expect((await bar({ search: 'run' })).html).toBe('');
  });

  test('offers to save the current search unless it is saved already', async () => {
    expect((await bar({ search: 'run' }, searches())).text).toContain('Save search');
    expect((await bar({}, searches(runs))).text).not.toContain('Save search');
    const same = runs.filters;
    const kept = await bar(same, searches(runs));
    expect(kept.text).not.toContain('Save search');
    expect(kept.html).toMatch(/<button[^>]*aria-pressed="true"[^>]*>.*Night runs/);
    const narrower = await bar({ ...same, minRateCents: 300 }, searches(runs));
    expect(narrower.text).toContain('Save search');
    expect(narrower.html).toMatch(/<button[^>]*aria-pressed="false"[^>]*>.*Night runs/);
  });
});
