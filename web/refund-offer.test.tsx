import { expect, test } from 'vitest';
import type { HostDeposit } from '#contract/deposits.ts';
import { centsToMicros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { DepositActions } from './features/deposits/deposit-actions.tsx';
import { answer, rendered } from './testing/screen.tsx';

const deposit = {
  state: 'confirmed',
  rail: 'stripe',
  payable: false,
  frozen: false,
  refundState: null,
  unspentMicros: centsToMicros(5_000),
} as HostDeposit;

const shown = async (frozen: boolean) => {
  const rails = { testCard: false, card: 'live' as const, bank: false, frozen, earningsWait: frozen };
  return (await rendered(<DepositActions deposit={deposit} />, [answer(routes.depositRails, {}, rails)]))
    .text;
};

test('no refund is offered while another payment freezes the balance', async () => {
  expect(await shown(false)).toContain('Refund');
  expect(await shown(true)).not.toContain('Refund');
});
