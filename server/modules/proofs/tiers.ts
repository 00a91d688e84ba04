import type { UserId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import type { ProofTier } from '#contract/scoring/proof-tiers.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** Returns the limits in rising order of proven clips. */
export async function readTiers(db: Database | Tx): Promise<ProofTier[]> {
  const rows = await db.selectFrom('proof_tiers').selectAll().orderBy('proven_clips').execute();
  return rows.map(({ proven_clips, limit_micros, audit_percent }) => ({
    provenClips: proven_clips,
    limitMicros: limit_micros === null ? null : micros(limit_micros),
    auditPercent: audit_percent,
  }));
}

/** Replaces all limits. They apply from the next payout on. */
export async function changeTiers(
  tx: Tx,
  { tiers, note, adminId, now }: { tiers: ProofTier[]; note: string; adminId: UserId; now: Date },
): Promise<void> {
  const before = await readTiers(tx);
  await tx.deleteFrom('proof_tiers').execute();
  await tx
    .insertInto('proof_tiers')
    .values(
      tiers.map(({ provenClips, limitMicros, auditPercent }) => ({
        proven_clips: provenClips,
        limit_micros: limitMicros,
        audit_percent: auditPercent,
      })),
    )
    .execute();
  await writeAudit(tx, actBy('admin', adminId, now), 'proof_tiers.changed', 'proof_tier', null, {
    before,
    after: tiers,
    note,
  });
}
