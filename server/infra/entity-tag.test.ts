import { expect, test } from 'vitest';
import { entityTagOf, namesTag } from './entity-tag.ts';

const tag = entityTagOf('content');

test.each([
  tag,
  `W/${tag}`,
  '*',
  `"other", ${tag}`,
  ` "other" ,\t${tag} ,`,
  `"a"${'\t'.repeat(1_900)},${tag}`,
])('a caller whose header is %j has the content', (header) => expect(namesTag(header, tag)).toBe(true));

test.each([undefined, '', '""', tag.slice(0, -2), tag.replaceAll('"', ''), `"other" ${tag}`])(
  'a caller whose header is %j receives the content',
  (header) => expect(namesTag(header, tag)).toBe(false),
);

test('other content has another tag', () => {
  expect(entityTagOf('content.')).not.toBe(tag);
  expect(entityTagOf(Buffer.from('content'))).toBe(tag);
  expect(tag).toMatch(/^"[\w-]{22}"$/);
});
