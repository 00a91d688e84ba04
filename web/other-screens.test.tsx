import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminRoutes } from '#contract/admin-routes.ts';
import { micros } from '#contract/money.ts';
import { StatusBadge } from './nouns/status-badge.tsx';
import { type Answer, answer, answerPage, rendered, screen, signedIn } from './testing/screen.tsx';

const id = '01900000-0000-7000-8000-000000000002';
const at = new Date('2026-11-02T10:00:00Z');

async function says(path: string, answers: Answer[], ...texts: string[]) {
  const { text, html } = await screen(path, answers);
  for (const one of texts) expect(text).toContain(one);
  return { text, html };
}

test('/auth asks for the type first, then shows it above the form with a Change link', async () => {
  await says('/auth', [signedIn(null)], 'Host', 'Streamer / YouTuber', 'Clipper', 'Content Creator');
  for (const [role, who] of [
    ['host', 'Host Streamer / YouTuber Change'],
    ['clipper', 'Clipper Content Creator Change'],
  ] as const)
    await says(
      `/auth?role=${role}`,
      [signedIn(null)],
      who,
      'Continue with Google',
      'Email',
      'Password',
      'Confirm password',
      'Create Account',
    );
});

test('mode=login opens the login form, with the two demo accounts', async () => {
  await says(
    '/auth?mode=login',
    [signedIn(null)],
    'Sign In',
    'Email',
    'Password',
    'Demo host',
    'Demo clipper',
  );
});

test('while nobody has said who is signed in, a guarded page and /dashboard show a spinner', async () => {
  for (const path of ['/host/budget', '/clipper/earnings', '/dashboard', '/admin']) {
    const { html } = await screen(path, []);
    expect(html).toContain('role="status"');
    expect(html).not.toContain('<main');
  }
});

test('/admin shows its form to anyone who is not an admin', async () => {
  for (const role of [null, 'host', 'clipper'] as const) {
    const { text } = await says('/admin', [signedIn(role)], 'Username', 'Password', 'Access Admin Panel');
    expect(text).not.toContain('Logout');
  }
});

const overview = answer(
  adminRoutes.adminOverview,
  {},
  {
    totalUsers: 12,
    activeListings: 7,
    pendingSubmissions: 3,
    waitingSubmissions: 0,
    openPayouts: 0,
    openHolds: 0,
    waitingAttestations: 0,
    openMessages: 0,
    health: { healthy: true, checks: [{ name: 'Mail', ok: true, detail: 'Healthy' }] },
  },
);

test('the admin panel: heading, Logout, four cards, the tabs, the users', async () => {
  const person = {
    id,
    name: 'tess',
    email: 'tess@people.example',
    role: 'clipper',
    status: 'Active' as const,
    payoutsFrozen: false,
    createdAt: at,
  };
  const users = answerPage(adminRoutes.adminUsers, { query: {} }, { rows: [person], nextCursor: null });
  await says(
    '/admin',
    [signedIn('admin'), overview, users],
    'Admin Panel',
    'Logout',
    'Total Users 12',
    'Active Listings 7',
    'Pending Submissions 3',
    'System Health Healthy',
    'Users Listings Submissions',
    'System Logs',
    'Name Email Role Status',
    'tess tess@people.example Clipper Active',
    'Ban User',
  );
});

test('the admin’s listings and submissions have the specified columns and buttons', async () => {
  const listing = {
    id,
    title: 'Harbor at night',
    creator: 'harbor',
    status: 'active' as const,
    budgetMicros: micros(300_000_000n),
    remainderFrozen: false,
    createdAt: at,
  };
  const listings = answerPage(
    adminRoutes.adminListings,
    { query: {} },
    { rows: [listing], nextCursor: null },
  );
  const one = await says('/admin?tab=listings', [signedIn('admin'), overview, listings]);
  for (const header of [
    'Title',
    'Creator',
    'Status',
    'Budget',
    'Harbor at night',
    '@harbor',
    'Active',
    '$300.00',
  ])
    expect(one.text).toContain(header);
  expect(one.html).toMatch(/aria-label="Delete Harbor at night"[^>]*>Delete/);

  const clip = {
    id,
    clipper: 'tess',
    listing: 'Harbor at night',
    listingId: id,
    status: 'pending' as const,
    date: at,
    views: 10,
    countLevel: 'platform' as const,
    waitsUntil: null,
    fraudHoldId: null,
    verdict: {
      score: null,
      band: 'not_enough_data' as const,
      summary: '',
      contributions: [],
      scoredAt: null,
      fraudHoldState: null,
    },
  };
  const clips = answerPage(
    adminRoutes.adminSubmissions,
    { query: { held: 'false', waiting: 'false' } },
    { rows: [clip], nextCursor: null },
  );
  const all = answerPage(adminRoutes.adminSubmissions, { query: {} }, { rows: [clip], nextCursor: null });
  const two = await says('/admin?tab=submissions', [signedIn('admin'), overview, clips, all]);
  for (const header of ['Clipper', 'Listing', 'Status', 'Date', 'Pending', '2026-11-02'])
    expect(two.text).toContain(header);
  expect(two.html).toMatch(/aria-label="Review tess: Harbor at night"[^>]*>Review/);
});

test('the log of the panel is the audit log', async () => {
  const entry = {
    id,
    occurredAt: at,
    actorKind: 'admin',
    actor: 'boss',
    action: 'user.banned',
    subjectType: 'user',
    subjectId: id,
    data: '{}',
  };
  const log = answerPage(adminRoutes.auditLog, { query: {} }, { rows: [entry], nextCursor: null });
  await says('/admin?tab=logs', [signedIn('admin'), overview, log], 'user.banned');
});

test.each([
  ['Approved', 'green'],
  ['Pending', 'amber'],
  ['Rejected', 'red'],
  ['Withdrawn', 'muted'],
  ['Anything else', 'muted'],
])('the badge of the status %s is %s and has an icon', async (status, tone) => {
  const { html, text } = await rendered(<StatusBadge status={status} />, []);
  expect(html.match(/\btext-(green|amber|red|blue|muted)\b/g)).toEqual([`text-${tone}`]);
  expect(html).toContain('<svg');
  expect(text.trim()).toBe(status);
});

test('the colors green, amber and red are what they are called, in both themes', () => {
  const tokens = readFileSync(new URL('ui/tokens.css', import.meta.url), 'utf8');
  for (const [name, from, to] of [
    ['green', 90, 165],
    ['amber', 30, 60],
    ['red', -20, 20],
  ] as const) {
    const colors = [...tokens.matchAll(new RegExp(`--color-${name}: #(..)(..)(..);`, 'g'))];
    expect(colors).toHaveLength(2);
    for (const [, ...parts] of colors) {
      const hue = hueOf(parts.map((part) => Number.parseInt(part, 16)));
      expect(hue > from && hue < to).toBe(true);
    }
  }
});

/** Degrees on the color wheel, from -180 to 180; red is 0. */
const hueOf = ([red = 0, green = 0, blue = 0]: number[]): number =>
  Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * (180 / Math.PI);
