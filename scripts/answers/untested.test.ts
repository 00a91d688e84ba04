import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODES_OF_THE_SERVER, declaredRoutes } from './declared.ts';
import { findTests, testedPage, undeclaredAnswers, untestedAnswers } from './untested.ts';

const declared = [
  {
    name: 'endListing',
    addresses: ['POST /api/listings/:id/end', 'POST /api/v1/listings/:id/end'],
    codes: ['ok', 'listing_state', 'not_found'] as const,
  },
].map((route) => ({ ...route, codes: [...route.codes] }));
const answer = { route: declared[0]!.addresses[0]!, file: 'a.test.ts', title: 'ends a listing' };

test('names each declared answer that no test got, with its status', () => {
  const tested = findTests(declared, [
    { ...answer, code: 'ok' },
    { ...answer, code: null },
    { ...answer, route: declared[0]!.addresses[1]!, code: 'not_found' },
    { ...answer, route: 'POST /api/host/listings', code: 'listing_state' },
  ]);
  expect(untestedAnswers(tested)).toEqual([
    'POST /api/listings/:id/end (endListing): no test gets 409 listing_state',
  ]);
  expect(testedPage(tested)).toContain('- 200 ok: a.test.ts: ends a listing');
  expect(testedPage(tested)).toContain('- 409 listing_state: NO TEST');
});

test('does not count answers to random requests, because the next run may not get them', () => {
  const answers = ['server/sweeps/a.test.ts', 'server/money/b.property.test.ts'].map((file) => ({
    ...answer,
    file,
    code: 'listing_state',
  }));
  expect(untestedAnswers(findTests(declared, answers))).toHaveLength(3);
});

test('names each refusal that a route does not declare, except those of the server', () => {
  const answers = ['ok', null, 'not_found', 'internal', 'own_money'].map((code) => ({ ...answer, code }));
  expect(undeclaredAnswers(declared, answers)).toEqual([
    'POST /api/listings/:id/end does not declare own_money, which a.test.ts got',
  ]);
});

test.each(Object.entries(CODES_OF_THE_SERVER))('a code of the server, %s, has its test', (code, file) => {
  expect(readFileSync(file, 'utf8')).toContain(`'${code}'`);
});

test('each route declares a success and its refusals, at both addresses if programs may call it', () => {
  const { addresses, codes } = declaredRoutes().find(({ name }) => name === 'endListing')!;
  expect(addresses).toEqual(declared[0]!.addresses);
  expect(codes).toEqual(
    expect.arrayContaining(['ok', 'listing_state', 'unauthenticated', 'wrong_role', 'api_key_required']),
  );
  expect(codes).not.toContain('internal');
});
