import { expect, it } from 'vitest';
import { clipName, shortLink } from './clip-name.tsx';

it('keeps the end of a long link, so that two posts of one account differ', () => {
  const [one, other] = ['7311111111111111111', '7311111111111111112'].map((id) =>
    shortLink(`https://www.tiktok.com/@cutter/video/${id}`, 22),
  );
  expect(one).toBe('tiktok.com/…1111111111');
  expect(other).toBe('tiktok.com/…1111111112');
  expect(shortLink('https://youtu.be/abc/')).toBe('youtu.be/abc');
});

it('names a clip by its caption in one line, and by its link if no caption is known', () => {
  const url = 'https://youtu.be/abc';
  expect(clipName({ caption: ' Say it\n louder  #ad', url })).toBe('Say it louder #ad');
  expect(clipName({ caption: ' ', url })).toBe('youtu.be/abc');
});
