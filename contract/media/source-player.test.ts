import { expect, test } from 'vitest';
import { sourcePlayer, sourcePlayerOrigins } from './source-player.ts';

const at = (link: string) => sourcePlayer(link, 'permille.example');

test.each([
  [
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&playsinline=1&rel=0',
  ],
  [
    'https://www.twitch.tv/videos/2345678901',
    'https://player.twitch.tv/?video=2345678901&parent=permille.example&autoplay=true',
  ],
  [
    'https://clips.twitch.tv/BraveOtter-x1',
    'https://clips.twitch.tv/embed?clip=BraveOtter-x1&parent=permille.example&autoplay=true',
  ],
  [
    'https://www.twitch.tv/marlow/clip/BraveOtter',
    'https://clips.twitch.tv/embed?clip=BraveOtter&parent=permille.example&autoplay=true',
  ],
])('%s plays in a frame', (link, src) => {
  expect(at(link)?.src).toBe(src);
  expect(sourcePlayerOrigins).toContain(new URL(src).origin);
});

test.each([
  'https://drive.google.com/file/d/1',
  'https://twitch.tv.evil.example/videos/1',
  'https://www.twitch.tv/marlow',
  'https://clips.twitch.tv/"><script>',
  'https://www.tiktok.com/@a/video/7311111111111111111',
  'javascript:alert(1)',
  '',
])('%s has no player', (link) => {
  expect(at(link)).toBeNull();
});
