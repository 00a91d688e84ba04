import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POST_TEXT_MAX } from '#contract/limits.ts';
import { type ParsedPost, parsePostUrl } from './post-url.ts';

const yt = 'dQw4w9WgXcQ';
const tt = '7345678901234567890';
const ig = 'C8x-Y_zAbCd';
const tiktok = `https://www.tiktok.com/@user/video/${tt}`;
const youtube = `https://youtu.be/${yt}`;
const reel = `https://www.instagram.com/reel/${ig}/`;
const encoded = encodeURIComponent;

const outcomes: Record<string, string> = {
  not_recognised: 'refuse',
  needs_resolve: 'follow',
  photo_post: 'photo',
  several_posts: 'ask',
};
const outcome = (post: ParsedPost): string => (post.ok ? post.id : outcomes[post.reason]!);

interface Row {
  case: string;
  input: string;
  expect: string;
}
const rows: Row[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../testing/pasted/post-links.json'), 'utf8'),
);

describe('text that people paste leads to the post they meant', () => {
  test.each(rows)('$case', ({ input, expect: expected }) => {
    expect(outcome(parsePostUrl(input))).toBe(expected);
  });
});

const kinds: Record<string, [text: string, expected: string][]> = {
  'a sentence of a share sheet, in any language': [
    [`Check out user's video! #TikTok ${tiktok}`, tt],
    [`看看这个视频！${tiktok}，很好看`, tt],
    [`これ見て「${youtube}」すごい`, yt],
    [`شاهد ${tiktok}،`, tt],
    [`देखें ${youtube}।`, yt],
    [`Nom d'utilisateur a partagé un reel : ${reel}?igsh=a%3D%3D`, ig],
    [
      'https://lite.tiktok.com/t/ZS2NCLfRA/ This post is shared via TikTok Lite. Download it: https://www.tiktok.com/tiktoklite',
      'follow',
    ],
    [`Link:youtu.be/${yt}`, yt],
    [`${youtube}看看`, yt],
  ],
  'a link in the source of a page, a message or a program': [
    [`[clip](${reel})`, ig],
    [`[${youtube}](${youtube})`, yt],
    [`<${youtube}|title>`, yt],
    [`_${youtube}_`, yt],
    [`[url=${youtube}]watch[/url]`, yt],
    [`<iframe src='https://www.youtube-nocookie.com/embed/${yt}?si=a&amp;start=3' title="x"></iframe>`, yt],
    [`&lt;iframe src=&quot;https://www.youtube.com/embed/${yt}&quot;&gt;`, yt],
    [
      `<blockquote class="tiktok-embed" cite="${tiktok}" data-video-id="${tt}"><a href="https://www.tiktok.com/@user?refer=embed">@user</a> <a href="https://www.tiktok.com/music/original-sound-7345678901234567000">♬</a></blockquote><script async src="https://www.tiktok.com/embed.js"></script>`,
      tt,
    ],
    [`{"url":"https:\\/\\/www.tiktok.com\\/@user\\/video\\/${tt}"}`, tt],
    [`https://www.instagram.com/reel/C8x-Y\\_zAbCd/`, ig],
  ],
  'a link that was encoded, cut at its beginning or typed on another keyboard': [
    [encoded(tiktok), tt],
    [encoded(encoded(tiktok)), tt],
    [`https://www.tiktok.com/%2540user/video/${tt}`, tt],
    [`https://www.youtube.com/watch%3Fv%3D${yt}`, yt],
    ['ｈｔｔｐｓ：／／ｙｏｕｔｕ．ｂｅ／ｄＱｗ４ｗ９ＷｇＸｃＱ', yt],
    [`https：//www.tiktok.com/@user/video/${tt}`, tt],
    [`ttps://youtu.be/${yt}`, yt],
    [`https//youtu.be/${yt}`, yt],
    [`https://https://youtu.be/${yt}`, yt],
    [`${youtube}\u200bnext`, yt],
    [`\u2067https://www.tik\u200btok.com/@user/video/${tt}\u2069`, tt],
  ],
  'a link of an app': [
    [`vnd.youtube://${yt}?a=1`, yt],
    [`youtube://watch?v=${yt}`, yt],
    [`snssdk1233://aweme/detail/${tt}?refer=web`, tt],
    [`intent://www.youtube.com/watch?v=${yt}#Intent;package=com.google.android.youtube;scheme=https;end`, yt],
    [`intent://aweme/detail/${tt}#Intent;scheme=snssdk1233;package=x;end`, tt],
    [`intent://x#Intent;scheme=x;S.browser_fallback_url=${encoded(tiktok)};end`, tt],
    ['instagram://media?id=3390000000000000000', 'C8Lswn8kwAA'],
    ['youtube:subscribers', 'refuse'],
  ],
  'a link within a page that leads on': [
    [`https://l.instagram.com/?u=${encoded(youtube)}&e=AT0`, yt],
    [`https://www.google.com/url?sa=t&url=${encoded(tiktok)}&usg=x`, tt],
    [`https://www.google.com/url?q=${youtube}&sa=D`, yt],
    [`https://www.youtube.com/redirect?event=x&q=${encoded(reel)}`, ig],
    [`https://consent.youtube.com/m?continue=https://www.youtube.com/watch?v=${yt}&gl=DE`, yt],
    [
      `https://accounts.google.com/ServiceLogin?continue=${encoded(`https://www.youtube.com/signin?next=${encoded(`/watch?v=${yt}`)}`)}`,
      yt,
    ],
    [`https://www.tiktok.com/login?redirect_url=${encoded(tiktok)}`, tt],
    [`https://www.instagram.com/accounts/login/?next=${encoded(`/reel/${ig}/`)}`, ig],
    [`https://www.tiktok.com/oembed?url=${tiktok}`, tt],
    [`https://evil.example/?u=${encoded(tiktok)}`, 'refuse'],
    [`https://google.com.evil.example/url?q=${tiktok}`, 'refuse'],
    [`https://www.youtube.com/redirect?q=https%3A%2F%2Fevil.example%2Fwatch%3Fv%3D${yt}&v=${yt}`, 'refuse'],
  ],
  'a page of TikTok': [
    [`https://m.tiktok.com/h5/share/video/${tt}.html`, tt],
    [`https://m.tiktok.com/h5/share/usr/${tt}.html`, 'refuse'],
    [`https://www.tiktok.com/pt-BR/@user/video/${tt}`, tt],
    [`https://www.tiktok.com/en/@user/photo/${tt}`, 'photo'],
    [`https://www.tiktok.com/@user?item_id=${tt}`, tt],
    [`https://www.tiktok.com/@user/live?item_id=${tt}`, 'refuse'],
    [`https://www.tiktok.com/music/sound-${tt}`, 'refuse'],
  ],
  'a page of YouTube': [
    [`https://studio.youtube.com/channel/UCabc/videos/upload?d=ud&udvid=${yt}`, yt],
    [`https://i.ytimg.com/vi/${yt}/hqdefault.jpg`, yt],
    [`https://youtu.be/${yt}&feature=share`, yt],
    [`https://m.youtube.com/#/watch?v=${yt}`, yt],
    ['https://www.youtube.com/embed/videoseries?list=PLx', 'refuse'],
    ['https://www.youtube.com/embed/live_stream?channel=UCx', 'refuse'],
    [`https://www.youtube.com/results?search_query=${yt}`, 'refuse'],
    [`https://www.youtube.com/${yt}`, 'refuse'],
  ],
  'a page of Instagram': [
    [`https://www.instagram.com/reel/${ig}&igsh=abc`, ig],
    [`https://www.instagram.com/p/${ig}/c/17912345678901234/`, ig],
    ['https://www.instagram.com/share/story/BAabcDEF12', 'refuse'],
    [`https://www.instagram.com/explore/reel/${ig}`, 'refuse'],
    [`https://www.ddinstagram.com/reel/${ig}/`, 'refuse'],
  ],
  'an id that is too long, too short or abbreviated': [
    [`https://www.tiktok.com/@user/video/${tt}1`, 'refuse'],
    ['https://www.tiktok.com/@user/video/734567890123456789', 'refuse'],
    ['https://www.tiktok.com/@user/video/9999999999999999999', 'refuse'],
    [`https://www.instagram.com/reel/${ig}X/`, 'refuse'],
    ['https://www.instagram.com/reel/C8x-Y_z…', 'refuse'],
    ['https://www.instagram.com/reel/C8x-Y_zAbC…', 'refuse'],
    ['https://vm.tiktok.com/ZMabc...', 'refuse'],
    [`${youtube}-`, 'refuse'],
    [`${reel}...`, ig],
  ],
  'a host that looks like a platform’s': [
    [`evil.example/${tiktok}`, 'refuse'],
    [`https://evil.example/tiktok.com/@user/video/${tt}`, 'refuse'],
    [`https://tiktok.com@evil.example/@user/video/${tt}`, 'refuse'],
    [`https://www.tiktok.com%2F@evil.example/@user/video/${tt}`, 'refuse'],
    [`https://evil.example／www.tiktok.com/@user/video/${tt}`, 'refuse'],
    [`https://evil.example。www.tiktok.com/@user/video/${tt}`, 'refuse'],
    [`https://evil.example\\www.tiktok.com/@user/video/${tt}`, 'refuse'],
    [`me@youtube.com/watch?v=${yt}`, 'refuse'],
  ],
  'more than one link': [
    [`${youtube} https://www.youtube.com/watch?v=${yt}`, yt],
    [`${reel}?igsh=a==${reel}?igsh=a==`, ig],
    [`https://example.com/a ${tiktok}`, tt],
    [`${tiktok}?referer=https://www.tiktok.com/@b/video/7345678901234567891`, tt],
    [`${tiktok}?referer=https://example.com/`, tt],
    [`${tiktok} ${youtube}`, 'ask'],
    [`${youtube}?si=abchttps://youtu.be/aaaaaaaaaaa`, 'ask'],
    ['https://vm.tiktok.com/ZMabc123/ https://vm.tiktok.com/ZMabc124/', 'ask'],
  ],
};

describe.each(Object.entries(kinds))('%s', (_kind, cases) => {
  test.each(cases)('%s → %s', (text, expected) => expect(outcome(parsePostUrl(text))).toBe(expected));
});

test('a text with two posts yields a clean link to each', () => {
  expect(parsePostUrl(`${youtube}?si=x or https://vm.tiktok.com/ZMabc123?k=1`)).toEqual({
    ok: false,
    reason: 'several_posts',
    candidates: [
      { platform: 'youtube', url: `https://www.youtube.com/watch?v=${yt}` },
      { platform: 'tiktok', url: 'https://vm.tiktok.com/ZMabc123/' },
    ],
  });
});

const recognised = fc.constantFrom(
  ...rows.filter((row) => /^https?:\/\/(?!\S+https:)\S+$/i.test(row.input) && row.expect !== 'refuse'),
);
const word = fc.constantFrom(
  'look',
  'видео',
  '動画',
  'شاهد',
  'v1.2',
  '#fyp',
  '@user',
  '100%',
  '🔥',
  'a/b',
  '(1)',
);
const words = fc.array(word, { maxLength: 4 }).map((all) => all.join(' '));
const around = fc.constantFrom(
  ...([
    ['', ''],
    ['"', '"'],
    ['«', '»'],
    ['「', '」'],
    ['(', ')'],
    ['<', '>'],
    ['[x](', ')'],
    ['*', '*'],
    ['\u2067', '\u2069'],
    ['\u200b', '\ufeff'],
    ['<a href="', '">clip</a>'],
    ["<iframe src='", "' width=1></iframe>"],
    ['&lt;a href=&quot;', '&quot;&gt;'],
  ] as const),
);
const ending = fc.constantFrom('', '.', ',', '!', '。', '、', '؟', ' …', '\n', '\u00a0');

test('every recognised link leads to the same post in any surrounding text', () => {
  fc.assert(
    fc.property(recognised, words, words, around, ending, (row, before, after, [open, close], end) => {
      const text = `${before} ${open}${row.input}${close}${end} ${after}`;
      expect([text, outcome(parsePostUrl(text))]).toEqual([text, row.expect]);
    }),
    { numRuns: 2_000 },
  );
});

test('every recognised link leads to the same post when it is pasted twice or encoded', () => {
  fc.assert(
    fc.property(recognised, fc.constantFrom('', ' ', '\n'), ({ input, expect: expected }, between) => {
      expect(outcome(parsePostUrl(`${input}${between}${input}`))).toBe(expected);
      expect(outcome(parsePostUrl(encoded(input)))).toBe(expected);
      expect(outcome(parsePostUrl(`https://l.instagram.com/?u=${encoded(input)}&e=1`))).toBe(expected);
    }),
  );
});

test('no link of another host leads to a post, even if a platform’s link is inside it', () => {
  const before = fc.constantFrom(
    ...[
      'evil.example/',
      'evil.example/?u=',
      'evil.example#',
      'evil.example@',
      'evil.example\\',
      'evil.example.',
    ],
  );
  fc.assert(
    fc.property(recognised, before, fc.boolean(), ({ input }, evil, bare) => {
      const link = bare ? input.replace(/^https?:\/\//, '') : input;
      const text = `https://${evil}${link}`;
      expect([text, outcome(parsePostUrl(text))]).toEqual([text, 'refuse']);
    }),
  );
});

test('a text of the greatest length takes milliseconds, whatever it contains', () => {
  const pieces = [
    ...[
      'https://',
      'https://www.google.com/url?q=',
      '。',
      'a.',
      '&amp;',
      "'",
      'www.tiktok.com/',
      '%25',
      '@',
      '(',
    ],
    ...['https://www.youtube.com/redirect?u=x&q=y&url=https://www.youtube.com/redirect?u=', youtube],
  ];
  for (const one of pieces) {
    const text = one.repeat(Math.floor(POST_TEXT_MAX / one.length));
    expect(typeof parsePostUrl(text).ok).toBe('boolean');
  }
});
