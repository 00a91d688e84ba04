import { expect, test } from 'vitest';
import { isTouched } from './event-reads.ts';
import { everyRoute } from './every-route.ts';
import type { RouteSpec } from './route.ts';

/** What no event is about: it is public, read once for a form, or changes only by what its own page does. */
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
  'deposits/rails',
  'clipper/payout-address',
  'clipper/studio',
  'host/blocks',
  'keys',
  'host/listings/:id/moments',
  'profiles/by-username',
  'profiles/me',
  'profiles/username-available',
];
/** Read by everybody: a move of one listing's money is no event for all of them. */
const PUBLIC = ['listings'];

const reads = Object.values<RouteSpec>(everyRoute)
  .filter(({ method, path }) => method === 'GET' && !path.endsWith('.csv'))
  .map(({ path }) => path.replace(/^\/api\//, ''));
const nouns = ['notification', 'submission', 'message', 'attestation', 'clip', 'fraud_hold', 'appeal'];
const money = ['earnings', 'listing', 'deposit', 'refund', 'payout'];
const touching = (path: string) => [...nouns, ...money].filter((noun) => isTouched(`${noun}.changed`, path));

test('each read is made old by some event, or is known to stand still', () => {
  const still = reads.filter((path) => !path.startsWith('admin/') && touching(path).length === 0);
  const known = [...STILL, ...PUBLIC];
  expect(still.filter((path) => !known.some((start) => path.startsWith(start)))).toEqual([]);
  expect(known.filter((start) => !still.some((path) => path.startsWith(start)))).toEqual([]);
});

test('no event asks for a read that has its own low limit', () => {
  const limited = Object.values<RouteSpec>(everyRoute)
    .filter(
      ({ method, path, perMinute }) => method === 'GET' && perMinute && !/\.(?:csv|journal)$/.test(path),
    )
    .map(({ path }) => path.replace(/^\/api\//, ''));
  expect(limited).toContain('host/listings/:id/moments');
  expect(limited.filter((path) => touching(path).length > 0)).toEqual([]);
});

test('a decision reads the clip and both lists, not the form for a payout address', () => {
  const old = reads.filter((path) => isTouched('submission.approved', path) && !path.startsWith('admin/'));
  expect(old).toEqual(
    expect.arrayContaining(['clips/:id', 'host/submissions', 'clipper/submissions', 'clipper/overview']),
  );
  expect(old).not.toContain('clipper/payout-address');
  expect(old).not.toContain('notifications/unread');
});

test('a kind of a later version reads everything, one for admins nothing of others', () => {
  expect(isTouched('later.changed', 'clipper/overview')).toBe(true);
  expect(isTouched('support.changed', 'clipper/overview')).toBe(false);
  expect(isTouched('support.changed', 'admin/inbox')).toBe(true);
  expect(isTouched('support.changed', 'admin/saved-filters')).toBe(false);
});

test('who waits for a code in a bio to be checked sees on the open page that the account is connected', () => {
  const kind = 'notification.created';
  expect(['connections', 'profiles/me/first-steps'].map((path) => isTouched(kind, path))).toEqual([
    true,
    true,
  ]);
});
