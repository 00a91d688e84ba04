import type { UserId } from '#contract/accounts/ids.ts';
import { DEPOSIT_MIN } from '#contract/limits.ts';
import { formatUsd, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { isTransferKnown, openSuspense } from '#server/modules/suspense/suspense.ts';
import { confirmDeposit } from './confirm.ts';
import { failDeposit } from './fail.ts';
import type { Deposit } from './find-deposit.ts';

interface Arrival {
  /** The transfer's reference on the bank statement. */
  reference: string;
  /** The amount on the bank statement, in whole cents, above zero. */
  amountMicros: Micros;
  adminId: UserId;
  now: Date;
}

interface Shares {
  creditedMicros: Micros;
  suspenseMicros: Micros;
}

/**
 * Records a bank transfer with the reference of a deposit. The host is credited up to the announced amount. A
 * larger amount's excess, or a whole transfer under the minimum, goes to suspense, and an admin returns or
 * credits it.
 */
export async function receiveTransfer(
  tx: Tx,
  deposit: Deposit,
  { reference, amountMicros, adminId, now }: Arrival,
): Promise<Outcome<Shares, 'deposit_state' | 'bank_reference_used' | 'second_admin_needed' | 'own_money'>> {
  if (await isTransferKnown(tx, reference)) return refuse('bank_reference_used', { field: 'bankReference' });
  const { id: depositId, hostId } = deposit;
  const by = { actorId: adminId, actorKind: 'admin' } as const;
  const creditedMicros = creditedOf(deposit.amountMicros, amountMicros);
  const suspenseMicros = micros(amountMicros - creditedMicros);
  const isTaken =
    creditedMicros > ZERO_MICROS
      ? await confirmDeposit(tx, {
          depositId,
          hostId,
          by,
          bank: { reference, amountMicros: creditedMicros },
          now,
        })
      : await failDeposit(tx, { depositId, reason: tooLittle(amountMicros), by, notifyHost: true, now });
  if (!isTaken) return refuse('deposit_state');
  if (suspenseMicros > ZERO_MICROS) {
    const found = { cause: 'bank_transfer', rail: 'bank', reference, subjectId: depositId } as const;
    await openSuspense(tx, { ...found, amountMicros: suspenseMicros }, by, now);
  }
  if (suspenseMicros > ZERO_MICROS && creditedMicros > ZERO_MICROS) {
    const body = `${formatUsd(suspenseMicros)} more arrived than you announced. It is not on your balance. Write to support if it should be; otherwise we send it back.`;
    const title = 'A transfer was larger than announced';
    await notify(tx, { accountId: hostId, kind: 'deposit.differs', title, body, link: '/host/budget' }, now);
  }
  // If two admins are needed, each enters amount and reference independently.
  const alone = await decideMoneyAct(tx, {
    kind: 'deposit.confirm',
    subjectId: depositId,
    adminId,
    shares: [{ accountId: hostId, amountMicros }],
    terms: { bankReference: reference, amountMicros },
    summary: `a bank transfer of ${formatUsd(amountMicros)} with the reference ${reference} has arrived.`,
    now,
  });
  return alone ?? { creditedMicros, suspenseMicros };
}

function creditedOf(announced: Micros, came: Micros): Micros {
  if (came < DEPOSIT_MIN) return ZERO_MICROS;
  return came < announced ? came : announced;
}

const tooLittle = (amountMicros: Micros): string =>
  `A transfer of ${formatUsd(amountMicros)} arrived, which is less than the minimum of ${formatUsd(DEPOSIT_MIN)}. It is sent back.`;
