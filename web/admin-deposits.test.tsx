import { expect, test } from 'vitest';
import type { AdminDepositShown } from '#contract/admin/admin-deposits.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { PLATFORM_OWNER } from '#contract/ledger/ledger.ts';
import { micros } from '#contract/money.ts';
import type { SuspenseItemShown } from '#contract/suspense.ts';
import { answer, answerPage, screen, signedIn } from './testing/screen.tsx';

const id = '01900000-0000-7000-8000-000000000002';
const other = '01900000-0000-7000-8000-000000000003';
const at = new Date('2026-11-02T10:00:00Z');
const noRows = { rows: [], nextCursor: null };
const audit = answerPage(adminRoutes.auditLog, { query: { search: id } }, noRows);

test('a deposit’s page shows its disputes and refunds, and only the actions that are possible now', async () => {
  const deposit: AdminDepositShown = {
    id,
    rail: 'stripe',
    amountMicros: micros(250_000_000n),
    state: 'confirmed',
    pending: false,
    frozen: false,
    reference: 'PM-1234',
    createdAt: at,
    confirmedAt: at,
    failure: null,
    payable: false,
    refundedMicros: micros(0n),
    refundId: null,
    refundState: null,
    refundAskedAt: null,
    refundMicros: null,
    refundFailure: null,
    dispute: null,
    hostId: other,
    hostUsername: 'harbor',
    bankReference: null,
    unspentMicros: micros(200_000_000n),
    frozenAt: null,
    isHostBanned: false,
    waitingEarningsMicros: null,
    payerEmail: 'payer@people.example',
    paymentIntent: 'pi_77',
    suspenseItemId: null,
    refunds: [],
    disputes: [],
  };
  const transfers = (of: string[]) => ({ kind: 'host' as const, owner: other, about: of });
  const refund = '01900000-0000-7000-8000-000000000004';
  const shown = (about: Partial<AdminDepositShown>) =>
    screen(`/admin/deposits/${id}`, [
      signedIn('admin'),
      answer(adminRoutes.adminDeposit, { params: { id } }, { ...deposit, ...about }),
      answerPage(
        adminRoutes.ledgerTransfers,
        { query: transfers([id, ...(about.refunds ?? []).map((one) => one.id)]) },
        noRows,
      ),
      audit,
    ]);
  const { html, text } = await shown({});
  for (const words of [
    '$250.00 from @harbor',
    'Completed',
    'Unspent $200.00',
    'payer@people.example',
    'pi_77',
  ])
    expect(text).toContain(words);
  expect(html).toContain(`href="/admin/people/${other}"`);
  expect(text).toContain('Nothing is due.');
  for (const word of ['Decline', 'Confirm', 'Lift freeze', 'Disputes', 'Refunds'])
    expect(text).not.toMatch(new RegExp(`${word}(?!ed)`));
  const dispute = {
    id: 'dp_9',
    reason: 'fraudulent',
    amountMicros: micros(250_000_000n),
    openedAt: at,
    evidenceDueAt: new Date('2099-11-11T10:00:00Z'),
    hasEvidence: false,
    outcome: null,
    closedAt: null,
  };
  const taken = {
    hostMicros: micros(240_000_000n),
    lossMicros: micros(10_000_000n),
    feeMicros: micros(15_000_000n),
  };
  const disputed = await shown({ state: 'disputed', dispute, disputes: [{ ...dispute, ...taken }] });
  for (const words of [
    'says that they did not make this payment',
    'Submit evidence by',
    '$240.00 from the host, $10.00 as a loss, $15.00 fee',
  ])
    expect(disputed.text).toContain(words);
  expect((await shown({ frozen: true, frozenAt: at })).text).toContain('Lift freeze');
  const waits = await shown({ state: 'charged_back', waitingEarningsMicros: micros(40_000_000n) });
  expect(waits.text).toContain('Earnings that wait $40.00');
  expect(waits.html).toContain('aria-label="Release earnings $40.00 of @harbor"');
  const onBehalf = /aria-label="Refund \$[\d.,]+ of @harbor"/;
  expect((await shown({ isHostBanned: true })).html).toMatch(onBehalf);
  for (const about of [
    {},
    { isHostBanned: true, unspentMicros: micros(0n) },
    { isHostBanned: true, frozen: true },
  ])
    expect((await shown(about)).html).not.toMatch(onBehalf);
  expect((await shown({ rail: 'bank', state: 'created', confirmedAt: null })).text).toContain(
    'Decline Confirm',
  );
  const asked = { refundId: refund, refundMicros: micros(5_000_000n), refundAskedAt: at };
  const refunds = [
    {
      id: refund,
      amountMicros: micros(5_000_000n),
      state: 'requested' as const,
      cause: 'request' as const,
      lossMicros: micros(0n),
      askedAt: at,
      finishedAt: null,
      note: null,
    },
  ];
  const withRefund = (await shown({ ...asked, refundState: 'requested', refunds })).text;
  expect(withRefund).toMatch(/Decline refund Agree.*Refunds.*On request/);
  expect(withRefund).toContain('No money has moved for it.');
  expect((await shown({ ...asked, rail: 'bank', refundState: 'refunding' })).text).toContain(
    'Refund failed Refund paid',
  );
});

test('an amount in suspense has a page with its origin, and with actions until it is resolved', async () => {
  const item: SuspenseItemShown = {
    id,
    cause: 'payout_returned',
    owner: 'clipper',
    ownerId: other,
    rail: 'paypal',
    amountMicros: micros(12_340_000n),
    reference: 'PP-1',
    arrivedAt: at,
    state: 'open',
    ways: ['resend', 'write_off'],
    payoutId: other,
    resolvedAt: null,
    reason: null,
    sentRail: null,
    sentReference: null,
    origin: { what: 'payout', id: other },
    resolvedBy: null,
    depositId: null,
  };
  const transfers = (of: string[]) => ({
    kind: 'platform_suspense' as const,
    owner: PLATFORM_OWNER,
    about: of,
  });
  const shown = (about: Partial<SuspenseItemShown>) =>
    screen(`/admin/suspense/${id}`, [
      signedIn('admin'),
      answer(adminRoutes.adminSuspenseItem, { params: { id } }, { ...item, ...about }),
      answerPage(
        adminRoutes.ledgerTransfers,
        { query: transfers(about.depositId ? [id, about.depositId] : [id]) },
        noRows,
      ),
      audit,
    ]);
  const { html, text } = await shown({});
  for (const words of ['$12.34 in suspense', 'Payout came back', 'Waiting', 'Send again Resolve', 'PP-1'])
    expect(text).toContain(words);
  expect(html).toContain(`href="/admin/payouts/${other}"`);
  expect(html).toContain(`href="/admin/people/${other}"`);
  const done = await shown({
    state: 'credited',
    ways: [],
    resolvedAt: at,
    resolvedBy: { id: other, name: 'Ada' },
    reason: 'Theirs',
    depositId: other,
  });
  for (const words of ['Credited', 'Ada', 'Theirs', 'A deposit', 'No money has moved for it.'])
    expect(done.text).toContain(words);
  for (const word of ['Send again', 'Resolve ']) expect(done.text).not.toContain(word);
});
