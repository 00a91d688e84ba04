import { expect, test } from 'vitest';
import { isSameClip } from './use-clip-choice.ts';

const [url, other] = ['https://www.tiktok.com/@a/video/1', 'https://www.tiktok.com/@a/video/2'];

test('a clip’s file is sent only with the listing and the link that it was chosen for', () => {
  const chosenFor = { listingId: 'tacos', url };
  expect(isSameClip(chosenFor, { listingId: 'tacos', url })).toBe(true);
  expect(isSameClip(chosenFor, { listingId: 'ramen', url })).toBe(false);
  expect(isSameClip(chosenFor, { listingId: 'tacos', url: other })).toBe(false);
});

test('a file that was chosen before the link or the listing stays when they are filled in', () => {
  expect(isSameClip({ listingId: null, url: '' }, { listingId: 'tacos', url })).toBe(true);
  expect(isSameClip({ listingId: 'tacos', url: '' }, { listingId: 'tacos', url })).toBe(true);
  expect(isSameClip({ listingId: 'tacos', url: '' }, { listingId: 'ramen', url })).toBe(false);
});
