import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import { readInput, UNNAMED_RULE } from '#contract/wire/input-sentences.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { hostileInputs, isObject, sampleOf, schemaOf } from '#server/testing/sweep-input.ts';

const inputs = Object.entries(everyRoute as Record<string, RouteSpec>).flatMap(([name, spec]) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = spec[part];
    return schema ? [{ name: `${name}, ${part}`, schema }] : [];
  }),
);

/** Matches texts that are no sentence of a rule: the library's words, half a sentence, a missing text. */
const NO_SENTENCE = /Invalid|expected|Unrecognized|\bToo (?:big|small)|undefined|NaN|\[object/;

test.each(inputs)('$name explains refused input in sentences that name the rule', ({ schema }) => {
  const check = (input: unknown) => {
    const read = readInput(schema, input);
    for (const { message } of read.ok ? [] : read.errors) {
      expect(message).toMatch(/^[\p{Lu}].*\.$/u);
      expect(message).not.toMatch(NO_SENTENCE);
      expect(message).not.toContain(UNNAMED_RULE);
    }
  };
  const json = schemaOf(schema);
  const sample = json && sampleOf(json);
  for (const name of isObject(sample) ? Object.keys(sample) : [])
    for (const value of [
      undefined,
      null,
      '',
      ' ',
      'x',
      'x'.repeat(9_999),
      -1,
      0.5,
      1e15,
      true,
      [],
      [1],
      {},
      ['x'],
    ])
      check({ ...(sample as object), [name]: value });
  fc.assert(
    fc.property(hostileInputs(json), (input) => check(input)),
    { numRuns: 30 },
  );
});

test('a refusal names the field as people know it', () => {
  const refused = (name: keyof typeof everyRoute, body: unknown) => {
    const read = readInput((everyRoute as Record<string, RouteSpec>)[name]!.body!, body);
    return read.ok ? [] : read.errors.map(({ field, message }) => `${field} | ${message}`);
  };
  expect(refused('sendSupportMessage', { name: 7, category: 'x', message: 'm'.repeat(4_001) })).toEqual([
    'name | Name must be text.',
    'email | Email address is required.',
    'category | Category must be one of billing, account, bug or feedback.',
    'message | Message must not be longer than 4,000 characters.',
  ]);
  expect(refused('sendSupportMessage', null)).toEqual([' | The request must be an object.']);
  expect(refused('markPayouts', { act: 'paid', ids: ['x'], reference: 'R-100' })).toEqual([
    'ids.0 | Ids, entry 1, must be an id as this API gives them.',
  ]);
});
