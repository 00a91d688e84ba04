import { expect, it } from 'vitest';
import {
  hasDisclosure,
  hasWord,
  lengthAllowed,
  missingTags,
  postedBefore,
  successRate,
  tagsIn,
} from './rules.ts';

it.each([
  ['look at this #ad', true],
  ['#AD first', true],
  ['#ad', true],
  ['(#sponsored)', true],
  ['Paid partnership with @host', true],
  ['#adventure awaits', false],
  ['#bad #adhd', false],
  ['advert', false],
  ['', false],
])('reads the disclosure in %j as %s', (caption, expected) => {
  expect(hasDisclosure(caption)).toBe(expected);
});

it('reads every hashtag and mention of a caption that a listing can ask for', () => {
  const caption = 'Go #Night_Run, #a.b.c and @Marlow.tv! mail me@x.example, ##twice #été';
  const tags = tagsIn(caption);
  expect(tags).toEqual(['#Night_Run', '#a', '#a.b', '#a.b.c', '@Marlow', '@Marlow.tv', '#été']);
  for (const tag of tags) expect(hasWord(caption, tag)).toBe(true);
  expect(tagsIn(`#${'x'.repeat(51)}`)).toEqual([]);
});

it('finds each required tag as a whole word, whatever its case', () => {
  expect(missingTags('Go #HollowRun with @marlow!', ['#hollowrun', '@Marlow'])).toEqual([]);
  expect(missingTags('#hollowrunner @marlow_fan', ['#hollowrun', '@marlow'])).toEqual([
    '#hollowrun',
    '@marlow',
  ]);
});

it('keeps a clip within the length that the listing allows, ends included', () => {
  expect(lengthAllowed(15, 15, 60)).toBe(true);
  expect(lengthAllowed(60, 15, 60)).toBe(true);
  expect(lengthAllowed(61, 15, 60)).toBe(false);
  expect(lengthAllowed(14, 15, null)).toBe(false);
  expect(lengthAllowed(null, 15, 60)).toBe(true);
});

it('rounds the success rate to a whole percent and has none without submissions', () => {
  expect(successRate({ approved: 20, pending: 3 })).toBe(87);
  expect(successRate({ withdrawn: 2 })).toBeNull();
});

it('a post of the very second in which its listing started is not too early, one of the second before is', () => {
  const started = new Date('2026-03-02T12:00:00.700Z');
  expect(postedBefore(new Date('2026-03-02T12:00:00Z'), started)).toBe(false);
  expect(postedBefore(new Date('2026-03-02T11:59:59Z'), started)).toBe(true);
});
