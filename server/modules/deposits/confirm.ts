import type { Micros } from '#contract/money.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { clearing, host, post } from '#server/modules/ledger/ledger.ts';

/** A deposit by the labelled test card: confirmed at once, because nobody outside has to agree. */
export async function confirmTestCard(
  tx: Tx,
  { hostId, amountMicros, now }: { hostId: string; amountMicros: Micros; now: Date },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('deposits')
    .values({
      id,
      host_id: hostId,
      rail: 'test',
      amount_micros: amountMicros,
      state: 'confirmed',
      reference: 'Test card',
      created_at: now,
      confirmed_at: now,
    })
    .execute();
  const posted = await post(tx, {
    key: `deposit:${id}`,
    kind: 'deposit.confirmed',
    occurredAt: now,
    transfers: [{ debit: clearing('test'), credit: host(hostId), amountMicros, subjectId: id }],
  });
  if (posted !== 'posted') throw new Error(`deposit ${id} was not posted: ${posted}`);
  await writeAudit(tx, {
    at: now,
    actorId: hostId,
    actorKind: 'host',
    action: 'deposit.confirmed',
    subjectType: 'deposit',
    subjectId: id,
    data: { amountMicros, rail: 'test' },
  });
  return id;
}
