import { expect, test } from 'vitest';
import { idSchema } from '#contract/wire/primitives.ts';
import { idOf, newId } from './id.ts';

test('ids are valid ids of the API, and the id of a text is always the same', () => {
  for (const id of [newId(), idOf('LARGE'), idOf('')]) expect(idSchema.parse(id)).toBe(id);
  expect(idOf('LARGE')).toBe(idOf('LARGE'));
  expect(idOf('LARGE')).not.toBe(idOf('large'));
});
