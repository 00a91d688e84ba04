import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { cohortLinkKind } from '#contract/cohorts.ts';
import { joinPeople, type Link, strongestFirst } from './join-people.ts';

const link = (one_id: string, other_id: string, kind: Link['kind']): Link => ({
  one_id: one_id as AccountId,
  other_id: other_id as AccountId,
  kind,
});

test('joins people through others, and joins nobody by what a shared flat explains', () => {
  expect(
    joinPeople([
      link('a', 'b', 'payout_address'),
      link('b', 'c', 'synchronized_growth'),
      link('d', 'e', 'device'),
      link('f', 'g', 'device'),
      link('f', 'g', 'posting_minute'),
    ]),
  ).toEqual([
    ['a', 'b', 'c'],
    ['f', 'g'],
  ]);
});

test('puts nobody into two groups or a group of one, and ignores the order of links', () => {
  const links = fc.array(
    fc
      .tuple(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom(...cohortLinkKind.options),
      )
      .filter(([one, other]) => one !== other)
      .map(([one, other, kind]) => link(`p${Math.min(one, other)}`, `p${Math.max(one, other)}`, kind)),
  );
  fc.assert(
    fc.property(links, fc.infiniteStream(fc.nat()), (found, random) => {
      const groups = joinPeople(found);
      const people = groups.flat();
      expect(new Set(people).size).toBe(people.length);
      expect(groups.every((group) => group.length > 1)).toBe(true);
      const mixed = found.toSorted(() => (random.next().value % 2 ? 1 : -1));
      const named = (all: string[][]) => all.map((group) => group.join()).toSorted();
      expect(named(joinPeople(mixed))).toEqual(named(groups));
      for (const { one_id, other_id, kind } of found) {
        if (kind === 'device' || kind === 'posting_minute') continue;
        expect(groups.some((group) => group.includes(one_id) && group.includes(other_id))).toBe(true);
      }
    }),
  );
});

test('names each kind once, strongest first', () => {
  expect(strongestFirst(['device', 'payout_address', 'device'])).toEqual(['payout_address', 'device']);
});
