import { expect, test } from 'vitest';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { micros } from '#contract/money.ts';
import { formerView } from './routes/admin/former-view.ts';
import {
  type Answer,
  answer,
  answerPage,
  screen,
  sidebarOf,
  sidebarText,
  signedIn,
} from './testing/screen.tsx';

const id = '01900000-0000-7000-8000-000000000002';
const other = '01900000-0000-7000-8000-000000000003';
const at = new Date('2026-11-02T10:00:00Z');

async function says(path: string, answers: Answer[], ...texts: string[]) {
  const { text, html } = await screen(path, answers);
  for (const one of texts) expect(text).toContain(one);
  return { text, html };
}

const overview = answer(
  adminRoutes.adminOverview,
  {},
  {
    totalUsers: 12,
    hosts: 4,
    clippers: 7,
    activeListings: 7,
    freeBudgetMicros: micros(1_850_000_000n),
    pendingSubmissions: 3,
    waitingSubmissions: 1,
    health: { healthy: true, checks: [{ name: 'Mail', ok: true, detail: 'Healthy' }] },
  },
);

const counts = answer(
  adminRoutes.adminCounts,
  {},
  {
    inbox: {
      escalation: 1,
      hold: 1,
      review: 0,
      proof: 0,
      appeal: 0,
      screenshot: 0,
      code: 0,
      takedown: 0,
      support: 1,
      payout: 0,
      deposit: 0,
      banned: 0,
      agreement: 0,
    },
    openPayouts: 4,
    openSuspenseItems: 0,
    openCohorts: 0,
  },
);

test('the admin panel: heading, Logout, four cards, what waits and where it is decided', async () => {
  const posterUrl = `/posters/${other}`;
  const row = { personId: null, posterUrl, amountMicros: null, at, isDeadline: true };
  const rows = [
    { ...row, kind: 'escalation' as const, id, who: 'tess', what: 'Harbor at night', submissionId: id },
    { ...row, kind: 'support' as const, id: other, who: 'Ann Lee', what: 'Where is it?', submissionId: null },
  ];
  const inbox = answerPage(adminRoutes.adminInbox, { query: {} }, { rows, nextCursor: null });
  const { html } = await says(
    '/admin',
    [signedIn('admin'), overview, counts, inbox],
    'Admin Panel',
    'Logout',
    'Total Users 12',
    'Active Listings 7',
    'Pending Submissions 3',
    'System Health Healthy',
    'Escalations 1 Holds 1 Support 1',
    'What Kind Amount Due',
    'tess Harbor at night',
    'Escalation',
    'Ann Lee Where is it?',
  );
  expect(html).toContain(`href="/clips/${id}"`);
  expect(html).toContain('href="/admin/support?search=Ann+Lee"');
});

test.each([
  ['hold', true],
  ['support', true],
  ['appeal', false],
] as const)(
  'of one kind, rows can be chosen where one action is right for many: %s',
  async (kind, isBulk) => {
    const row = {
      kind,
      id,
      who: 'Ann Lee',
      personId: null,
      what: 'Where is it?',
      submissionId: null,
      posterUrl: null,
      amountMicros: null,
      at,
      isDeadline: true,
    };
    const inbox = answerPage(adminRoutes.adminInbox, { query: { kind } }, { rows: [row], nextCursor: null });
    const { html } = await screen(`/admin?kind=${kind}`, [signedIn('admin'), overview, counts, inbox]);
    expect(html).toContain('Where is it?');
    expect(
      /<input[^>]*type="checkbox"[^>]*aria-label="Choose \w+ of @?Ann Lee: Where is it\?"/.test(html),
    ).toBe(isBulk);
  },
);

test('a view offers the admin’s saved filters with the active ones pressed, and offers to save others', async () => {
  const rows = [
    { id, view: 'users' as const, name: 'Banned hosts', query: 'role=host&status=Banned' },
    { id: other, view: 'payouts' as const, name: 'Large', query: 'sort=-amount' },
  ];
  const shown = (search: string) =>
    screen(`/admin/users${search}`, [
      signedIn('admin'),
      counts,
      answer(adminRoutes.savedFilters, {}, { rows }),
    ]);
  const pressed = (html: string) => /aria-pressed="(\w+)"[^>]*>Banned hosts/.exec(html)?.[1];
  const plain = await shown('');
  expect(pressed(plain.html)).toBe('false');
  for (const words of ['Large', 'Save filters']) expect(plain.text).not.toContain(words);
  const narrowed = await shown('?status=Banned&role=host');
  expect(pressed(narrowed.html)).toBe('true');
  expect(narrowed.html).toContain('aria-label="Remove the saved filters Banned hosts"');
  expect((await shown('?role=host')).text).toContain('Save filters');
});

test('the views of the panel are in four groups, each with the number of its waiting items', async () => {
  const { html, text } = await screen('/admin/users', [signedIn('admin'), counts]);
  const links = sidebarOf(html);
  expect(links.filter(([, label]) => /\d$/.test(label!))).toEqual([
    ['/admin', 'Inbox 3'],
    ['/admin/support', 'Support 1'],
    ['/admin/submissions', 'Submissions 2'],
    ['/admin/payouts', 'Payouts 4'],
  ]);
  expect(text).toMatch(/Inbox .*People & listings Users .*Money Payouts .*System System Logs/);
  for (const [to, label] of links) {
    const page = await screen(to!, [signedIn('admin'), counts]);
    const [, current] = /aria-current="page"[^>]*href="([^"]*)"|$/.exec(page.html) ?? [];
    expect([to, current ?? /href="([^"]*)"[^>]*aria-current="page"/.exec(page.html)?.[1]]).toEqual([to, to]);
    const heading = label!.replace(/ \d+$/, '').replace('Inbox', 'Admin Panel');
    expect(page.html).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
    // The heading is in the sidebar, and on a phone above the page.
    expect([sidebarText(page.html), /<header.*?<\/header>/s.exec(page.html)![0]]).toEqual([
      expect.stringContaining('Admin Panel'),
      expect.stringContaining('Admin Panel'),
    ]);
  }
});

test.each([
  ['/admin?tab=listings&search=pier', '/admin/listings?search=pier'],
  ['/admin?tab=ledger', '/admin/reconciliation'],
])('an address of the first releases, %s, leads to its view', (from, to) => {
  const [, query] = from.split('?');
  const params = new URLSearchParams(query);
  expect(formerView(params)).toBe(to);
});

test('the users of the panel', async () => {
  const person = {
    id,
    name: 'Tess Ray',
    username: 'tess',
    email: 'tess@people.example',
    role: 'clipper',
    status: 'Active' as const,
    payoutsFrozen: false,
    createdAt: at,
  };
  const users = answerPage(adminRoutes.adminUsers, { query: {} }, { rows: [person], nextCursor: null });
  const { html } = await says(
    '/admin/users',
    [signedIn('admin'), counts, users],
    'Users',
    'Name Email Role Status',
    '@tess Tess Ray tess@people.example Clipper Active',
  );
  expect(html).toContain(`href="/admin/people/${id}"`);
});

test('the admin’s listings and submissions have the specified columns and buttons', async () => {
  const listing = {
    id,
    title: 'Harbor at night',
    creator: 'harbor',
    creatorId: other,
    status: 'active' as const,
    pauseReason: null,
    budgetMicros: micros(300_000_000n),
    remainderFrozen: false,
    createdAt: at,
  };
  const listings = answerPage(
    adminRoutes.adminListings,
    { query: {} },
    { rows: [listing], nextCursor: null },
  );
  const one = await says('/admin/listings', [signedIn('admin'), overview, listings]);
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
  expect(one.html).toContain(`href="/admin/listings/${id}"`);
  expect(one.html).toContain(`href="/admin/people/${other}"`);

  const clip = {
    id,
    clipper: 'tess',
    clipperId: other,
    listing: 'Harbor at night',
    listingId: id,
    caption: 'Night at the quay #ad',
    url: 'https://www.tiktok.com/@cutter/video/7311111111111111111',
    posterUrl: `/posters/${other}`,
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
  const clips = answerPage(adminRoutes.adminSubmissions, { query: {} }, { rows: [clip], nextCursor: null });
  const two = await says('/admin/submissions', [signedIn('admin'), overview, clips]);
  for (const header of ['Clipper', 'Listing', 'Status', 'Date', 'Pending', '2026-11-02'])
    expect(two.text).toContain(header);
  expect(two.html).toContain(`src="/posters/${other}/small"`);
  expect(two.html).toMatch(/aria-label="Review tess: Harbor at night, Night at the quay #ad"[^>]*>Review/);
});

test('the log of the panel is the audit log', async () => {
  const entry = {
    id,
    occurredAt: at,
    actorKind: 'admin',
    actorId: id,
    actor: 'boss',
    action: 'user.banned',
    subjectType: 'user',
    subjectId: id,
    data: '{}',
  };
  const log = answerPage(adminRoutes.auditLog, { query: {} }, { rows: [entry], nextCursor: null });
  await says('/admin/logs', [signedIn('admin'), overview, log], 'user.banned');
});

test('the log names people by username with its @, or else by their own name as it is', async () => {
  const by = (actor: string) => ({
    id,
    occurredAt: at,
    actorKind: 'host',
    actorId: other,
    actor,
    action: 'user.signed_up',
    subjectType: 'user',
    subjectId: null,
    data: '{}',
  });
  const rows = [by('@harbor'), { ...by('Ann Without Username'), id: other }];
  const log = answerPage(adminRoutes.auditLog, { query: {} }, { rows, nextCursor: null });
  const { text } = await says('/admin/logs', [signedIn('admin'), overview, log], '@harbor');
  expect(text).not.toContain('@@');
  expect(text).not.toContain('@Ann');
});
