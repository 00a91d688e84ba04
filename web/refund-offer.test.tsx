import { expect, test } from 'vitest';
import type { HostDeposit } from '#contract/deposits/deposits.ts';
import { centsToMicros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { DepositActions } from './features/deposits/deposit-actions.tsx';
import { FrozenNote } from './features/deposits/frozen-note.tsx';
import { TransferDetails } from './features/deposits/transfer-actions.tsx';
import { answer, rendered } from './testing/screen.tsx';

const deposit = {
  state: 'confirmed',
  rail: 'stripe',
  payable: false,
  frozen: false,
  refundState: null,
  unspentMicros: centsToMicros(5_000),
} as HostDeposit;

const rails = (frozen: boolean, earningsWait = frozen) =>
  answer(routes.depositRails, {}, { testCard: false, card: 'live', bank: false, frozen, earningsWait });
const shown = async (frozen: boolean) =>
  (await rendered(<DepositActions deposit={deposit} />, [rails(frozen)])).text;

test('offers no refund while another payment freezes the balance', async () => {
  expect(await shown(false)).toContain('Refund');
  expect(await shown(true)).not.toContain('Refund');
});

test('a frozen balance gives a reason that is true after a fraud warning and after a lost dispute', async () => {
  const { text } = await rendered(<FrozenNote />, [rails(true, false)]);
  expect(text).toContain('Your balance is frozen. The bank questioned one of your payments or took it back.');
  expect(text).toContain('Approved clips keep earning.');
});

test('the deposit of an expected bank transfer shows its bank details again', async () => {
  const awaited = {
    ...deposit,
    id: '0193f000-0000-7000-8000-000000000001',
    state: 'created',
    rail: 'bank',
    reference: 'PM-AB12CD34',
    amountMicros: centsToMicros(25_000),
  } as HostDeposit;
  const { html } = await rendered(<DepositActions deposit={awaited} />, [rails(false)]);
  expect(html).toContain('Details of the transfer PM-AB12CD34');
  const details = async (instructions: string | null) =>
    (
      await rendered(<TransferDetails deposit={awaited} onClose={() => {}} />, [
        answer(routes.hostDeposit, { params: { id: awaited.id } }, { ...awaited, instructions }),
      ])
    ).text;
  expect(await details('IBAN XX00')).toMatch(/\$250\.00.*PM-AB12CD34.*IBAN XX00/);
  expect(await details(null)).toContain('no longer awaited');
});
