import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError, asApiError, isFault } from './client.ts';

test('a reply that does not match the contract is reported in sentences and leaves open whether the call took effect', () => {
  const mismatch = z.object({ id: z.string() }).safeParse({}).error;
  const error = asApiError(mismatch);
  expect([error.title, error.message]).toEqual([
    'Something went wrong',
    'The server’s answer could not be read. Reload the page and check whether it was done.',
  ]);
  expect(isFault(error)).toBe(true);
});

test('a refusal keeps the server’s sentences', () => {
  const refusal = new ApiError({
    type: '',
    code: 'not_found',
    status: 404,
    title: 'Gone',
    detail: 'It is gone.',
  });
  expect(asApiError(refusal)).toBe(refusal);
});
