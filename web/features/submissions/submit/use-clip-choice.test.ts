import { expect, test } from 'vitest';
import type { FeedRow } from '#contract/listings/listings.ts';
import { clipOf, isSameClip, settledOn } from './use-clip-choice.ts';

const [url, other] = ['https://www.tiktok.com/@a/video/1', 'https://www.tiktok.com/@a/video/2'];

test('a clip’s file is sent only with the listing and the link for which it was chosen', () => {
  const chosenFor = { listingId: 'tacos', url };
  expect(isSameClip(chosenFor, { listingId: 'tacos', url })).toBe(true);
  expect(isSameClip(chosenFor, { listingId: 'ramen', url })).toBe(false);
  expect(isSameClip(chosenFor, { listingId: 'tacos', url: other })).toBe(false);
});

test('a file chosen before the link or the listing stays when they are filled in', () => {
  expect(isSameClip({ listingId: null, url: '' }, { listingId: 'tacos', url })).toBe(true);
  expect(isSameClip({ listingId: 'tacos', url: '' }, { listingId: 'tacos', url })).toBe(true);
  expect(isSameClip({ listingId: 'tacos', url: '' }, { listingId: 'ramen', url })).toBe(false);
});

test('then the file belongs to that clip and is sent with no other', () => {
  const first = settledOn({ listingId: null, url: '' }, { listingId: 'tacos', url });
  expect(isSameClip(first, { listingId: 'tacos', url: other })).toBe(false);
  expect(settledOn(first, { listingId: 'ramen', url: other })).toBe(first);
  const open = { listingId: 'tacos', url: '' };
  expect(settledOn(open, { listingId: null, url })).toBe(open);
});

test('an incomplete or wrong link keeps the file', () => {
  const listing = { id: 'tacos' } as FeedRow;
  const typed = clipOf({ listing, url: 'https://www.tiktok.com/@a/video/7' }, false);
  expect(typed).toEqual({ listingId: 'tacos', url: '' });
  for (const chosenFor of [typed, settledOn({ listingId: null, url: '' }, typed)])
    expect(isSameClip(chosenFor, { listingId: 'tacos', url })).toBe(true);
  expect(settledOn(typed, clipOf({ listing, url: ` ${url}` }, true))).toEqual({ listingId: 'tacos', url });
});
