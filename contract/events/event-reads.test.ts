import { expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { isTouched } from './event-reads.ts';

/**
 * Reads that no event refreshes. They are public, are read once for a form, or only change through their own
 * page.
 */
const STILL = [
  'account/',
  'auth/',
  'session',
  'status',
  'demo',
  'followed-hosts',
  'push-subscriptions',
  'saved-searches',
  'unsubscribe',
  'clipper/verified-records',
  'events',
  'media',
  'promise',
  'deposits/rails',
  'clipper/payout-address',
  'clipper/studio',
  'host/blocks',
  'keys',
  'host/listings/:id/moments',
  'host/listings/results',
  'profiles/by-username',
  'profiles/me',
  'profiles/username-available',
];
/** Public reads. A change of one listing's money must not make every visitor's page reload. */
const PUBLIC = ['listings'];

const reads = Object.values<RouteSpec>(everyRoute)
  .filter(({ method, path }) => method === 'GET' && !path.endsWith('.csv'))
  .map(({ path }) => path.replace(/^\/api\//, ''));
const nouns = ['notification', 'submission', 'message', 'attestation', 'clip', 'fraud_hold', 'appeal'];
const money = ['earnings', 'listing', 'deposit', 'refund', 'payout'];
const touching = (path: string) => [...nouns, ...money].filter((noun) => isTouched(`${noun}.changed`, path));

test('every read is refreshed by an event or listed as one that no event changes', () => {
  const still = reads.filter((path) => !path.startsWith('admin/') && touching(path).length === 0);
  const known = [...STILL, ...PUBLIC];
  expect(still.filter((path) => !known.some((start) => path.startsWith(start)))).toEqual([]);
  expect(known.filter((start) => !still.some((path) => path.startsWith(start)))).toEqual([]);
});

test('no event refreshes a read with a low limit of requests', () => {
  const limited = Object.values<RouteSpec>(everyRoute)
    .filter(
      ({ method, path, perMinute }) => method === 'GET' && perMinute && !/\.(?:csv|journal)$/.test(path),
    )
    .map(({ path }) => path.replace(/^\/api\//, ''));
  expect(limited).toContain('host/listings/:id/moments');
  expect(limited.filter((path) => touching(path).length > 0)).toEqual([]);
});

test('a decision refreshes the clip and both lists, but not the form for a payout address', () => {
  const old = reads.filter((path) => isTouched('submission.approved', path) && !path.startsWith('admin/'));
  expect(old).toEqual(
    expect.arrayContaining(['clips/:id', 'host/submissions', 'clipper/submissions', 'clipper/overview']),
  );
  expect(old).not.toContain('clipper/payout-address');
  expect(old).not.toContain('notifications/unread');
});

test('an unknown kind refreshes everything; a kind for admins refreshes nothing for others', () => {
  expect(isTouched('later.changed', 'clipper/overview')).toBe(true);
  expect(isTouched('support.changed', 'clipper/overview')).toBe(false);
  expect(isTouched('support.changed', 'admin/inbox')).toBe(true);
  expect(isTouched('support.changed', 'admin/saved-filters')).toBe(false);
});

test('the open page of a clipper shows the account as connected once the code in its bio is checked', () => {
  const kind = 'notification.created';
  expect(['connections', 'profiles/me/first-steps'].map((path) => isTouched(kind, path))).toEqual([
    true,
    true,
  ]);
});
