import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POST_TEXT_MAX } from '#contract/limits.ts';
import { anyCharacter } from '#contract/testing/any-character.ts';
import { parsePostUrl } from './post-url.ts';

const yt = 'dQw4w9WgXcQ';
const tt = '7345678901234567890';
const ig = 'C8x-Y_zAbCd';

const recognised: [link: string, platform: string, id: string, kind: string, handle?: string][] = [
  [`https://www.youtube.com/watch?v=${yt}`, 'youtube', yt, 'video'],
  [`http://youtube.com/watch?feature=share&v=${yt}&t=12s`, 'youtube', yt, 'video'],
  [`https://m.youtube.com/watch?v=${yt}#comments`, 'youtube', yt, 'video'],
  [`https://music.youtube.com/watch?v=${yt}`, 'youtube', yt, 'video'],
  [`https://www.youtube.com/?v=${yt}`, 'youtube', yt, 'video'],
  [`https://www.youtube.com/watch/${yt}`, 'youtube', yt, 'video'],
  [`https://www.youtube.com/shorts/${yt}?feature=share`, 'youtube', yt, 'short'],
  [`youtube.com/shorts/${yt}/`, 'youtube', yt, 'short'],
  [`https://www.youtube.com/live/${yt}`, 'youtube', yt, 'live'],
  [`https://www.youtube.com/embed/${yt}`, 'youtube', yt, 'video'],
  [`https://www.youtube-nocookie.com/embed/${yt}`, 'youtube', yt, 'video'],
  [`https://www.youtube.com/v/${yt}`, 'youtube', yt, 'video'],
  [`https://www.youtube.com/e/${yt}`, 'youtube', yt, 'video'],
  [`https://youtu.be/${yt}?si=abc`, 'youtube', yt, 'video'],
  [`//youtu.be/${yt}`, 'youtube', yt, 'video'],
  [`  HTTPS://WWW.YOUTUBE.COM/shorts/${yt} `, 'youtube', yt, 'short'],
  [`https://www.youtube.com./shorts/${yt}`, 'youtube', yt, 'short'],
  [`https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${yt}`, 'youtube', yt, 'video'],
  [`https://www.tiktok.com/@some.user_1/video/${tt}`, 'tiktok', tt, 'video', 'some.user_1'],
  [`https://www.tiktok.com/@x/video/${tt}?is_from_webapp=1&lang=en`, 'tiktok', tt, 'video', 'x'],
  [`https://www.tiktok.com/@us%65r/video/${tt}`, 'tiktok', tt, 'video', 'user'],
  [`https://www.tiktok.com/@/video/${tt}`, 'tiktok', tt, 'video'],
  [`https://www.tiktok.com/share/video/${tt}`, 'tiktok', tt, 'video'],
  [`https://www.tiktok.com/embed/v2/${tt}`, 'tiktok', tt, 'video'],
  [`https://www.tiktok.com/embed/${tt}`, 'tiktok', tt, 'video'],
  [`https://www.tiktok.com/player/v1/${tt}`, 'tiktok', tt, 'video'],
  [`https://m.tiktok.com/v/${tt}.html?u_code=0`, 'tiktok', tt, 'video'],
  [`https://www.tiktokv.com/share/video/${tt}/`, 'tiktok', tt, 'video'],
  [`https://www.instagram.com/reel/${ig}/`, 'instagram', ig, 'reel'],
  [`https://instagram.com/reels/${ig}?igsh=abc&utm_source=x`, 'instagram', ig, 'reel'],
  [`https://www.instagram.com/p/${ig}/`, 'instagram', ig, 'post'],
  [`https://www.instagram.com/tv/${ig}/`, 'instagram', ig, 'reel'],
  [`https://m.instagram.com/some.one/reel/${ig}/`, 'instagram', ig, 'reel', 'some.one'],
  [`https://www.instagram.com/some.one/p/${ig}/`, 'instagram', ig, 'post', 'some.one'],
  [`https://www.instagram.com/p/${ig}${'x'.repeat(28)}/`, 'instagram', ig, 'post'],
];

const toResolve: [link: string, resolveUrl: string][] = [
  ['https://vm.tiktok.com/ZMabc123/?k=1', 'https://vm.tiktok.com/ZMabc123/'],
  ['http://vt.tiktok.com/ZSabc123', 'https://vt.tiktok.com/ZSabc123/'],
  ['https://www.tiktok.com/t/ZTabc123/', 'https://www.tiktok.com/t/ZTabc123/'],
  ['https://www.instagram.com/share/BAabcDEF12', 'https://www.instagram.com/share/BAabcDEF12/'],
  [
    'https://www.instagram.com/share/reel/BAabcDEF12/?x=1',
    'https://www.instagram.com/share/reel/BAabcDEF12/',
  ],
  ['https://www.instagram.com/share/p/BAabcDEF12', 'https://www.instagram.com/share/p/BAabcDEF12/'],
];

const refused = [
  '',
  'hello',
  'https://',
  'https://example.com/watch?v=dQw4w9WgXcQ',
  `https://youtube.com.evil.example/shorts/${yt}`,
  `https://evil.example/www.youtube.com/shorts/${yt}`,
  `https://notyoutube.com/shorts/${yt}`,
  `https://www.youtube.com@evil.example/shorts/${yt}`,
  `https://user:secret@www.youtube.com/shorts/${yt}`,
  `https://@www.youtube.com/shorts/${yt}`,
  `https://www.youtube.com:8080/shorts/${yt}`,
  `https://evil.example\\@www.youtube.com/shorts/${yt}`,
  `https://y\u043Eutube.com/shorts/${yt}`,
  `https://xtiktok.com/@a/video/${tt}`,
  `https://vm.tiktok.com.evil.example/ZMabc123`,
  `https://evil.example#www.tiktok.com/@a/video/${tt}`,
  `javascript:alert(1)//www.tiktok.com/@a/video/${tt}`,
  `ftp://www.youtube.com/shorts/${yt}`,
  `https://www.youtube.com/shorts/${yt}x`,
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/playlist?list=PL1234567890',
  'https://www.youtube.com/attribution_link?u=//evil.example/watch?v=dQw4w9WgXcQ',
  `https://www.youtube.com/attribution_link?u=${encodeURIComponent('/attribution_link?u=/')}`,
  'https://www.tiktok.com/@user',
  `https://www.tiktok.com/@user/video/0${tt}`,
  'https://www.tiktok.com/@user/video/123',
  `https://www.tiktok.com/music/video/${tt}`,
  'https://vm.tiktok.com/',
  'https://vm.tiktok.com/..%2f..%2fadmin',
  'https://www.instagram.com/someone/',
  'https://www.instagram.com/reels/audio/1234567890/',
  'https://www.instagram.com/stories/someone/1234567890/',
  'https://www.instagram.com/share/',
  `https://www.youtube.com/shorts/${yt}?${'a'.repeat(POST_TEXT_MAX)}`,
];

describe('a link to one post is recognised in every form', () => {
  test.each(recognised)('%s', (link, platform, id, kind, handle) => {
    const post = parsePostUrl(link);
    expect(post).toMatchObject({ ok: true, platform, id, kind });
    expect(post.ok && post.handle).toBe(handle);
  });

  test.each(toResolve)('%s needs the server to resolve it first', (link, resolveUrl) => {
    expect(parsePostUrl(link)).toMatchObject({ ok: false, reason: 'needs_resolve', resolveUrl });
  });

  test('a photo post is refused as a photo post', () => {
    const post = parsePostUrl(`https://www.tiktok.com/@user/photo/${tt}`);
    expect(post).toEqual({ ok: false, reason: 'photo_post', platform: 'tiktok' });
  });
});

test.each(refused)('refused: %.99s', (link) => {
  expect(parsePostUrl(link)).toEqual({ ok: false, reason: 'not_recognised' });
});

describe('for any text', () => {
  const pieces = fc.constantFrom(
    ...[
      'https://',
      'www.',
      'youtube.com',
      'youtu.be',
      'tiktok.com',
      'vm.tiktok.com',
      'instagram.com',
      '/',
      '@',
      '?v=',
    ],
    ...[
      'watch',
      'shorts',
      'video',
      'reel',
      'p',
      'share',
      't',
      'v',
      'embed',
      ':',
      '.',
      '#',
      '%2f',
      '\\',
      ' ',
      yt,
      tt,
      ig,
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(fc.string({ unit: anyCharacter })))
      .map(
        ([scheme, domain, segments]) =>
          `${scheme}://${[domain, ...segments.map(encodeURIComponent)].join('/')}`,
      ),
    fc
      .array(fc.oneof({ weight: 5, arbitrary: pieces }, fc.string({ maxLength: 3 })), { maxLength: 12 })
      .map((p) => p.join('')),
  );

  test('parsing never throws, and a canonical link leads to the same post', () => {
    fc.assert(
      fc.property(text, (link) => {
        const post = parsePostUrl(link);
        if (!post.ok) return;
        expect(parsePostUrl(post.canonicalUrl)).toEqual({
          ...post,
          ...(post.platform === 'instagram' && { handle: undefined }),
        });
      }),
      { numRuns: 3_000 },
    );
  });

  test('check 25: only the platforms’ own hosts are ever followed', () => {
    fc.assert(
      fc.property(text, (link) => {
        const post = parsePostUrl(link);
        if (post.ok || post.reason !== 'needs_resolve') return;
        expect(post.resolveUrl).toMatch(
          /^https:\/\/(?:(?:vm|vt|www|lite)\.tiktok\.com|www\.instagram\.com)\/(?:[\w-]+\/){1,3}$/,
        );
      }),
      { numRuns: 3_000 },
    );
  });

  test('every post with a valid id is recognised in its canonical form', () => {
    const code = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(code, (id) => {
        expect(parsePostUrl(`https://youtu.be/${id}`)).toMatchObject({ platform: 'youtube', id });
        expect(parsePostUrl(`https://instagram.com/p/${id}`)).toMatchObject({ platform: 'instagram', id });
      }),
    );
  });
});
