import { expect, test } from 'vitest';
import { recognisedText } from './recognised.ts';

const link = 'https://www.tiktok.com/@tess_cuts/video/7400000000000000001';
const account = (handle: string, state: 'active' | 'dead' = 'active') => ({
  platform: 'tiktok' as const,
  handle,
  state,
});

test('a link shows its platform and account without a request', () => {
  expect(recognisedText(link, 'tiktok', [account('@Tess_Cuts')])).toBe('TikTok, your account @tess_cuts.');
  expect(recognisedText(link, 'tiktok', [account('tess_cuts', 'dead')])).toBe(
    'TikTok of @tess_cuts, which is not among your connected accounts.',
  );
  expect(recognisedText('https://vm.tiktok.com/ZM1/', 'tiktok', [account('one'), account('two')])).toBe(
    'TikTok, checked with your 2 accounts there.',
  );
  expect(recognisedText('https://youtu.be/abcdefghijk', 'youtube', [account('one')])).toBe(
    'YouTube Shorts. You have no account connected there.',
  );
  expect(recognisedText('https://example.com', null, [])).toBeNull();
});
