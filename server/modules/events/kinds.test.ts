import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isKnownNoun } from '#contract/events/event-reads.ts';

test('pages know which queries are stale after each event that a trigger writes', () => {
  const schema = readFileSync(new URL('../../../db/schema.sql', import.meta.url), 'utf8');
  const functions = schema.match(/FUNCTION public\.write_\w+_events\(\)[\s\S]*?\$function\$;/g)!.join('\n');
  const kinds = [
    ...functions.matchAll(/'([a-z_]+)\.[a-z_]*'/g),
    ...schema.matchAll(/write_(?:admin|clip)_events\('([a-z_]+)/g),
  ].map(([, noun]) => noun!);
  expect(new Set(kinds).size).toBeGreaterThan(12);
  expect([...new Set(kinds)].filter((noun) => !isKnownNoun(noun))).toEqual([]);
});
