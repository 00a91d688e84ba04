import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createListingBody } from '#contract/listings/listing-terms.ts';
import { foldWord, plainCaption, TAG_PATTERN, tagsIn } from './caption-tags.ts';

it('reads every hashtag and mention of a caption that a listing can require', () => {
  const caption = 'Go #Night_Run, #a.b.c and @Marlow.tv! mail me@x.example, ##twice #été';
  const tags = tagsIn(caption);
  expect(tags).toEqual(['#Night_Run', '#a', '#a.b', '#a.b.c', '@Marlow.tv', '#twice', '#été']);
  expect(tagsIn(`#${'x'.repeat(51)}`)).toEqual([]);
});

it.each([
  ['a full-width sign', '＃permille ＠host', ['#permille', '@host']],
  ['tags without a space between them', '#fyp#permille#ad@host', ['#fyp', '#permille', '#ad', '@host']],
  ['a tag behind Japanese text', '新しい動画#広告', ['#広告']],
  ['a tag behind Korean text', '새 영상#광고', ['#광고']],
  ['a tag behind Thai text', 'คลิปใหม่#โฆษณา', ['#โฆษณา']],
  ['a tag in Japanese brackets', '「#切り抜き」', ['#切り抜き']],
  ['a Japanese name with a middle dot', '#スター・ウォーズ', ['#スター・ウォーズ']],
  ['half-width katakana', '#ｸﾘｯﾌﾟ', ['#クリップ']],
  ['vowel signs of Hindi', '#हिन्दी', ['#हिन्दी']],
  ['vowel signs of Tamil', '#தமிழ்', ['#தமிழ்']],
  ['vowel signs and tones of Thai', '#ที่นี่', ['#ที่นี่']],
  ['an emoji behind a tag', '#permille🔥 #ad❤️', ['#permille', '#ad']],
  ['an emoji of several code points in front', '👩‍💻#ad 1️⃣#permille', ['#ad', '#permille']],
  ['a variation selector', '#️ad #permille\ufe0f', ['#ad', '#permille']],
  ['invisible marks around the word', '\u200f#\u2066permille\u2069 \u200b#ad\u200b', ['#permille', '#ad']],
  ['a point or an ellipsis behind a name', 'by @host. and @marlow…', ['@host', '@marlow']],
])('reads %s', (_name, caption, tags) => {
  expect(tagsIn(caption)).toEqual(tags.map((tag) => tag.normalize('NFKC')));
});

it.each([
  ['a mail address', 'write to me@x.example or me_@x'],
  ['an anchor of a link', 'https://x.example/#ad http://x.example/a#permille'],
  ['a sign within a Latin word', 'song in C#minor'],
  ['a sign alone', '# @ #️⃣ @.'],
])('reads no tag in %s', (_name, caption) => {
  expect(tagsIn(caption)).toEqual([]);
});

it.each([
  ['#İSTANBUL', '#istanbul'],
  ['#IŞIK', '#ışık'],
  ['#Straße', '#STRASSE'],
  ['#ΟΔΟΣ', '#οδός'.normalize('NFD').replace('\u0301', '')],
  ['#می\u200cخواهم', '#میخواهم'],
  ['#क्\u200dष', '#क्ष'],
  ['#한글', '#한글'.normalize('NFD')],
  ['#ＰＥＲＭＩＬＬＥ', '#permille'],
])('takes %s and %s for the same tag', (one, other) => {
  expect(foldWord(one)).toBe(foldWord(other));
});

it('accepts required tags of every script, once each, and refuses tags that no caption can contain', () => {
  const { requiredTags } = createListingBody.shape.rules.shape;
  expect(requiredTags.parse(['＃हिन्दी', '#cafe\u0301', '#CAFÉ', '@host.tv', '#می\u200cخواهم'])).toEqual([
    '#हिन्दी',
    '#café',
    '@host.tv',
    '#می\u200cخواهم',
  ]);
  for (const tag of ['#', '#a b', '@host.', '#a..b', '#🔥', `#${'x'.repeat(51)}`]) {
    expect(requiredTags.safeParse([tag]).success, tag).toBe(false);
  }
});

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const letters = fc.constantFrom(...'aéßİıςक्षिயி広告광각ｸﾟＡ#＃@＠._-・ \u0301\u200c\u200d\ufe0f\u20e3🔥👩1');

it('reads the same tags in every normalisation form of a caption', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: letters }), fc.string({ unit: 'binary' })), (caption) => {
      const read = tagsIn(caption).map(foldWord);
      for (const form of forms) expect(tagsIn(caption.normalize(form)).map(foldWord)).toEqual(read);
    }),
  );
});

it('reads a tag that a listing may require whatever text surrounds it in the caption', () => {
  const tag = fc
    .stringMatching(/^[#@][\p{L}\p{N}_]{1,20}$/u)
    .filter((text) => TAG_PATTERN.test(plainCaption(text)));
  const beside = fc.constantFrom('', ' ', '\n', '🔥', '(', '…', ', ', '#fyp ', '\u200b');
  fc.assert(
    fc.property(beside, tag, beside, fc.constantFrom(...forms), (before, required, behind, form) => {
      const caption = `clip ${before}${required} ${behind}`.normalize(form);
      expect(tagsIn(caption).map(foldWord)).toContain(foldWord(required));
    }),
  );
});
