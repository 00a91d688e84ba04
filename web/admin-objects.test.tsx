import { expect, test } from 'vitest';
import type { AdminPerson } from '#contract/admin/admin-objects.ts';
import type { AdminPayout } from '#contract/admin/admin-payouts.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { AdminDebt } from '#contract/earnings/debts.ts';
import { micros } from '#contract/money.ts';
import { answer, answerPage, screen, signedIn } from './testing/screen.tsx';

const id = '01900000-0000-7000-8000-000000000002';
const other = '01900000-0000-7000-8000-000000000003';
const at = new Date('2026-11-02T10:00:00Z');

const noMoney = { inMicros: micros(0n), outMicros: micros(0n), onItsWayMicros: micros(0n) };
const person = {
  id,
  name: 'tess',
  username: 'tess',
  email: 'tess@people.example',
  role: 'clipper',
  status: 'Active' as const,
  payoutsFrozen: false,
  createdAt: at,
  isDemo: false,
  bannedAt: null,
  banReason: null,
  bannedMoney: null,
  isAdult: true,
  closedAt: null,
  country: 'DE',
  sessions: { count: 2, lastSeenAt: at },
  payoutAddress: { email: 'pay@tess.example', usableAt: at },
  balances: [{ kind: 'clipper_available' as const, balanceMicros: micros(12_000_000n) }],
  ...noMoney,
  connections: [],
  payouts: [
    {
      id: other,
      state: 'failed' as const,
      amountMicros: micros(7_000_000n),
      requestedAt: at,
      note: 'The account is locked',
    },
  ],
  deposits: [],
  holds: [],
  appeals: [],
};
const noRows = { rows: [], nextCursor: null };
const audit = answerPage(adminRoutes.auditLog, { query: { search: id } }, noRows);

test('a person’s page shows everything about them and the actions on the account', async () => {
  const path = `/admin/people/${id}`;
  const shown = (about: Partial<AdminPerson>) => {
    const reply = { ...person, ...about };
    const clips = answerPage(adminRoutes.adminSubmissions, { query: { clipper: id } }, noRows);
    return screen(path, [
      signedIn('admin'),
      answer(adminRoutes.adminPerson, { params: { id } }, reply),
      clips,
      audit,
    ]);
  };
  const { html, text } = await shown({});
  for (const words of ['@tess', 'Clipper', 'tess@people.example', 'On 2 devices', 'Available $12.00'])
    expect(text).toContain(words);
  for (const words of ['pay@tess.example', '$7.00 Failed', 'The account is locked', 'No clips', 'Audit log'])
    expect(text).toContain(words);
  expect(html).toMatch(/aria-label="Ban User @tess"[^>]*>Ban User/);
  const banned = await shown({
    status: 'Banned',
    payoutsFrozen: true,
    bannedAt: at,
    banReason: 'Two accounts',
    bannedMoney: { what: 'Earnings to review.', amountMicros: micros(8_000_000n), dueAt: at },
  });
  expect(banned.text).toContain('$8.00 waits for you: Earnings to review. Due');
  expect(banned.text).toContain('Enter a payment email');
  expect(banned.text).toContain('Payouts are frozen until the money has been reviewed. Reason: Two accounts');
  expect(banned.text).toContain('Allow payouts Unban User');
  expect((await shown({ role: 'admin' })).text).not.toContain('Ban User');
});

test('a listing’s page shows its budget, clips and movements, and Delete while that is possible', async () => {
  const zero = micros(0n);
  const listing = {
    id,
    title: 'Harbor at night',
    creator: 'harbor',
    creatorId: other,
    status: 'active' as 'active' | 'removed',
    budgetMicros: micros(300_000_000n),
    remainderFrozen: false,
    createdAt: at,
    pauseReason: null,
    endedAt: null,
    settledAt: null,
    endsAt: null,
    rateCentsPerMille: 200,
    countedViews: 'all' as const,
    countedCountries: [],
    platforms: ['tiktok' as const],
    version: 1,
    budget: {
      fundedMicros: micros(300_000_000n),
      paidMicros: zero,
      reservedMicros: zero,
      freeMicros: micros(300_000_000n),
      returnedMicros: zero,
      takenBackMicros: zero,
    },
    clips: { pending: 1, approved: 2, rejected: 0, withdrawn: 0 },
    takedowns: [
      { id: other, name: 'Ann Owner', work: 'A song', sentAt: at, handled: false },
      { id, name: 'Ben Owner', work: 'A film', sentAt: at, handled: true },
    ],
  };
  const shown = (about: Partial<typeof listing>) =>
    screen(`/admin/listings/${id}`, [
      signedIn('admin'),
      answer(adminRoutes.adminListing, { params: { id } }, { ...listing, ...about }),
      answerPage(adminRoutes.adminSubmissions, { query: { listing: id } }, noRows),
      answerPage(adminRoutes.ledgerTransfers, { query: { kind: 'listing', owner: id } }, noRows),
      audit,
    ]);
  const { html, text } = await shown({});
  for (const words of [
    'Harbor at night',
    '$2.00 per 1,000 verified views',
    '2 approved, 1 pending',
    'Free $300.00',
  ])
    expect(text).toContain(words);
  for (const words of ['Ann Owner', 'A song', 'No clips', 'No movements']) expect(text).toContain(words);
  expect(html).toContain(`href="/admin/people/${other}"`);
  expect(html).toContain('href="/admin/takedowns?search=Ann+Owner"');
  expect(html).toContain('href="/admin/takedowns?search=Ben+Owner&amp;state=handled"');
  expect(html).toMatch(/aria-label="Delete Harbor at night"[^>]*>Delete/);
  expect((await shown({ status: 'removed' })).text).not.toContain('Delete');
  expect((await shown({ status: 'removed', remainderFrozen: true })).text).toContain('Lift freeze');
});

test('a payout’s page shows its history and parts, and only the actions that are possible now', async () => {
  const payout: AdminPayout = {
    id,
    cause: 'withdrawal',
    amountMicros: micros(30_000_000n),
    destination: 'tess@paypal.example',
    rail: 'paypal',
    state: 'paid',
    requestedAt: at,
    dueAt: at,
    finishedAt: at,
    reference: 'PP-7788',
    failure: null,
    waits: null,
    accountProblem: null,
    stopsWeekly: false,
    clipperId: other,
    clipperUsername: 'tess',
    frozen: false,
    atProcessor: false,
    confirmedBy: null,
    closed: false,
    pickedUpAt: at,
    returnedAt: null,
    providerStatus: 'SUCCESS',
    batch: { id: other, state: 'closed', paypalBatchId: 'BATCH-1', problem: null },
    lateStatus: null,
  };
  const shown = (about: Partial<AdminPayout>) =>
    screen(`/admin/payouts/${id}`, [
      signedIn('admin'),
      answer(adminRoutes.adminPayout, { params: { id } }, { ...payout, ...about }),
      answerPage(adminRoutes.adminPayoutParts, { params: { id }, query: {} }, noRows),
      audit,
    ]);
  const { html, text } = await shown({});
  for (const words of [
    '$30.00 to @tess',
    'Withdrawal',
    'tess@paypal.example',
    'PP-7788',
    'SUCCESS',
    'BATCH-1',
  ])
    expect(text).toContain(words);
  expect(html).toContain(`href="/admin/people/${other}"`);
  expect(html).toContain(`href="/admin/trial-balance?kind=payout&amp;owner=${id}"`);
  expect(text).toContain('Mark returned');
  for (const word of ['Pick up', 'Mark paid', 'Send again']) expect(text).not.toContain(word);
  const open = { state: 'requested', finishedAt: null, reference: null } as const;
  expect((await shown(open)).text).toMatch(/Cancel Pick up/);
  expect((await shown({ ...open, confirmedBy: [] })).text).toMatch(
    /Needs two admins .*Confirm Cancel Pick up/,
  );
  expect((await shown({ ...open, frozen: true })).text).not.toContain('Pick up');
  expect((await shown({ ...open, state: 'processing' })).text).toContain('Mark failed Mark paid');
  expect((await shown({ ...open, state: 'processing', atProcessor: true })).text).toContain('PayPal has it');
  expect((await shown({ atProcessor: true })).text).toContain('Mark returned');
  expect((await shown({ state: 'returned', closed: true })).text).toContain('Send again');
  const late = { text: 'PayPal paid it after all.', reportedAt: at, resolvedAt: null };
  expect((await shown({ lateStatus: late })).text).toMatch(/PayPal paid it after all\..*Mark as resolved/);
  expect((await shown({ lateStatus: { ...late, resolvedAt: at } })).text).not.toContain('Mark as resolved');
});

test('a debt’s page shows its clips and the money that pays it off, and offers to write it off while anything is owed', async () => {
  const debt: AdminDebt = {
    id,
    clipper: 'tess',
    owedMicros: micros(10_000_000n),
    since: at,
    pendingMicros: micros(2_000_000n),
    availableMicros: micros(0n),
    clips: [
      {
        id: other,
        submissionId: other,
        listing: 'Harbor at night',
        caption: 'Night at the quay #ad',
        url: 'https://www.tiktok.com/@cutter/video/7311111111111111111',
        amountMicros: micros(10_000_000n),
        at,
      },
    ],
  };
  const shown = (about: Partial<AdminDebt>) =>
    screen(`/admin/debts/${id}`, [
      signedIn('admin'),
      answer(adminRoutes.adminDebt, { params: { id } }, { ...debt, ...about }),
      answerPage(adminRoutes.ledgerTransfers, { query: { kind: 'clipper_owed', owner: id } }, noRows),
      audit,
    ]);
  const { html, text } = await shown({});
  for (const words of [
    'Debt of @tess',
    'Owed $10.00',
    'Pending $2.00',
    'Nothing is paid out',
    'Harbor at night',
    'Write off',
  ])
    expect(text).toContain(words);
  expect(html).toContain(`href="/clips/${other}"`);
  const paid = await shown({ owedMicros: micros(0n) });
  expect(paid.text).toContain('Nothing is owed');
  expect(paid.text).not.toContain('Write off');
  expect(paid.text).not.toContain('Nothing is paid out until it is paid off');
});
