import { expect, test } from 'vitest';
import { asSentence } from './sentence.ts';

test.each([
  ['No such account', 'No such account.'],
  ['No such account. ', 'No such account.'],
  ['Why?', 'Why?'],
  ['  Again and again…', 'Again and again…'],
  ['', ''],
])('%j becomes a sentence that another can follow: %j', (text, sentence) => {
  expect(asSentence(text)).toBe(sentence);
});
