import { expect, test } from 'vitest';
import { linkFor, linkIn, pastedText, sharedLink } from './pasted-link.ts';

const tiktok = 'https://www.tiktok.com/@tess/video/7345678901234567890';
const short = 'https://vm.tiktok.com/ZMabc123/';

test.each<[name: string, text: string, shown: string | null]>([
  ['a link alone', `${tiktok}?lang=en`, `${tiktok}?lang=en`],
  ['a link with blanks around it', ` ${tiktok}\n`, tiktok],
  ['a sentence with a link', `Check out user's video!\n${tiktok}?lang=en #fyp`, tiktok],
  ['a sentence with a short link', `Look: ${short}?k=1`, short],
  ['a link with closing punctuation', `${tiktok}。`, tiktok],
  ['a link that was pasted twice', `${tiktok}${tiktok}`, tiktok],
  ['a link without its scheme', 'youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['two posts', `${tiktok}\n${short}`, `${tiktok} ${short}`],
  [
    'photos',
    'https://www.tiktok.com/@a/photo/7345678901234567890',
    'https://www.tiktok.com/@a/photo/7345678901234567890',
  ],
  ['another site', 'https://example.com/a', null],
  ['no link', 'Any% practice', null],
])('shows the readable link of %s', (_name, text, shown) => expect(linkIn(text)).toBe(shown));

const params = (given: Record<string, string>) => new URLSearchParams(given);

test('finds the link in any of the fields that a phone’s Share menu fills', () => {
  expect(sharedLink(params({ title: 'TikTok', text: `Check this out ${short}` }))).toBe(short);
  expect(sharedLink(params({ title: 'A clip', text: 'See it', url: tiktok }))).toBe(tiktok);
  expect(sharedLink(params({ title: `A clip ${short}` }))).toBe(short);
  expect(sharedLink(params({ title: 'A clip', text: 'https://example.com/a' }))).toBe(
    'https://example.com/a',
  );
  expect(sharedLink(params({}))).toBe('');
});

test('reads a link that was copied in another format than plain text', () => {
  const data = (kinds: Record<string, string>) => ({ getData: (kind: string) => kinds[kind] ?? '' });
  expect(pastedText(data({ 'text/plain': tiktok, 'text/html': 'x' }))).toBe(tiktok);
  expect(linkIn(pastedText(data({ 'text/html': `<a href="${tiktok}">clip</a>` })))).toBe(tiktok);
  const titled = { 'text/plain': 'My clip', 'text/html': `<a href="${tiktok}">My clip</a>` };
  expect(linkIn(pastedText(data(titled)))).toBe(tiktok);
  expect(pastedText(data({ 'text/plain': 'My clip', 'text/html': '<b>My clip</b>' }))).toBe('My clip');
  expect(pastedText(null)).toBe('');
});

test('a link to no post is taken only when no field has the focus, so that the form says why it is refused', () => {
  const profile = 'https://www.tiktok.com/@tess';
  expect(linkFor(` ${profile}\n`, false)).toBe(profile);
  expect(linkFor(profile, true)).toBeNull();
  expect(linkFor('a note', false)).toBeNull();
  expect(linkFor(`See ${profile}`, false)).toBeNull();
  expect(linkFor(`See ${tiktok}`, true)).toBe(tiktok);
});
