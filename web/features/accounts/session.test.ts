import { expect, test } from 'vitest';
import { homeOf } from './session.ts';

test('each role has its own dashboard, and a person without a role chooses one first', () => {
  expect((['host', 'clipper', 'admin', null] as const).map(homeOf)).toEqual([
    '/host/dashboard',
    '/clipper/dashboard',
    '/admin',
    '/auth',
  ]);
});
