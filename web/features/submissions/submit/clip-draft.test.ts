import { describe, expect, test } from 'vitest';
import { linkError, missingIn, platformOf } from './clip-draft.ts';

describe('the link fills the platform', () => {
  test.each([
    ['https://www.tiktok.com/@tess/video/7300000000000000000', 'tiktok'],
    ['https://vm.tiktok.com/ZMabcde12/', 'tiktok'],
    ['https://youtube.com/shorts/dQw4w9WgXcQ?feature=share', 'youtube'],
    ['https://www.instagram.com/reel/Cabcdef1234/', 'instagram'],
    ['https://example.com/video/1', null],
    ['', null],
  ])('%s → %s', (url, platform) => expect(platformOf(url)).toBe(platform));
});

test('names every empty field', () => {
  expect(Object.keys(missingIn({ listing: null, url: ' ', platform: null, views: '' }))).toEqual([
    'url',
    'listing',
    'platform',
    'views',
  ]);
});

test('a wrong link is named before other missing fields; if it is the only error, the server refuses it', () => {
  const filled = { listing: null, url: 'https://example.com/video/1', platform: null, views: '1' };
  expect(Object.entries(missingIn(filled))[0]).toEqual(['url', linkError(filled.url)]);
  expect(linkError('https://vm.tiktok.com/ZMabcde12/')).toBeNull();
});
