import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros, micros, sumOf } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import {
  closeProofRequest,
  proofRequestOf,
  type RequestColumns,
  requestColumns,
} from '#server/modules/attestations/attestations.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { findPeople } from '#server/modules/proofs/proofs.ts';
import { pendingOf, scoreAsked } from '#server/modules/scoring/scoring.ts';
import { saveJudgement } from '#server/modules/tracking/tracking.ts';
import { type AssumedProven, type Waiting, waitingOfAll } from './waiting.ts';

interface ProvableClip extends RequestColumns {
  clipper_id: AccountId;
  status: string;
  views: bigint;
  proven_views: bigint;
  is_held: boolean;
}

/**
 * Returns a clip with its views, and its clipper's request if a picture waits. `locks` makes scoring, audits and other
 * decisions on the clip wait.
 */
export async function readProvable(
  db: Database | Tx,
  submissionId: string,
  now: Date,
  { locks = false } = {},
): Promise<ProvableClip | null> {
  if (locks)
    await sql`select from clip_tracking where submission_id = ${submissionId} for update`.execute(db);
  const { rows } = await sql<ProvableClip>`
    select s.clipper_id, s.status, t.views, t.proven_views, ${requestColumns},
      exists (select from fraud_holds h where h.submission_id = t.submission_id and h.state in ('open', 'escalated')) as is_held
    from clip_tracking t join submissions s on s.id = t.submission_id ${proofRequestOf(now)}
    where t.submission_id = ${submissionId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the counter up to which an admin can prove a clip's views; null if there is nothing to decide. */
export async function provableUpTo(
  db: Database | Tx,
  submissionId: string,
  clip: ProvableClip,
): Promise<bigint | null> {
  // A picture shows no later views than those that were counted when its code was made.
  const upTo = clip.request_state === 'shown' ? clip.request_views : clip.views;
  const isOpen = clip.status === 'approved' && !clip.is_held && upTo > clip.proven_views;
  return isOpen && (await scoreAsked(db, submissionId)) === null ? upTo : null;
}

interface Proving {
  submissionId: string;
  /** The counter that the admin saw. Views that were counted later stay unproven. */
  upTo: bigint;
  note: string;
  adminId: UserId;
  now: Date;
}

/** States that people watched a clip's views, with or without a picture. */
export async function proveViews(
  tx: Tx,
  { submissionId, upTo, note, adminId, now }: Proving,
): Promise<Outcome<null, 'not_found' | 'proof_not_possible' | 'second_admin_needed' | 'own_money'>> {
  const clip = await readProvable(tx, submissionId, now, { locks: true });
  if (!clip) return refuse('not_found');
  const most = await provableUpTo(tx, submissionId, clip);
  const proven = most !== null && upTo < most ? upTo : most;
  if (proven === null || proven <= clip.proven_views) return refuse('proof_not_possible');
  const shares = await leavesWait(tx, clip.clipper_id, { submissionId, upTo: proven }, now);
  await saveJudgement(tx, submissionId, { proven_views: proven });
  const requestId = clip.request_state === 'shown' ? clip.request_id : null;
  if (requestId)
    await closeProofRequest(tx, {
      requestId,
      attestationId: clip.request_attestation_id!,
      decision: 'accepted',
      note,
      now,
    });
  await writeAudit(tx, actBy('admin', adminId, now), 'submission.views_proven', 'submission', submissionId, {
    fromViews: clip.proven_views,
    toViews: proven,
    note,
    proofRequestId: requestId,
  });
  await notify(
    tx,
    {
      accountId: clip.clipper_id,
      kind: 'submission.views_proven',
      title: 'Views proven',
      body: 'A reviewer confirmed that people watched your clip. Its earnings so far no longer wait for proof.',
      link: `/clips/${submissionId}`,
    },
    now,
  );
  const pending = micros((await pendingOf(tx, submissionId))!.sum);
  const leaves = sumOf(shares.map((share) => share.amountMicros));
  return await decideMoneyAct(tx, {
    kind: 'submission.prove_views',
    subjectId: submissionId,
    adminId,
    shares: [...shares, { accountId: clip.clipper_id, amountMicros: pending }],
    summary: `${formatUsd(leaves)} for views of a clip no longer waits for proof, and neither will ${formatUsd(pending)} that is pending.`,
    now,
  });
}

/**
 * Returns what would no longer wait for proof if these views were proven, of the clipper and of everybody who counts as
 * the same person: proven money makes room in their limit, and a proven clip may raise it.
 */
export async function leavesWait(
  db: Database | Tx,
  clipperId: AccountId,
  proven: AssumedProven,
  now: Date,
): Promise<{ accountId: AccountId; amountMicros: Micros }[]> {
  const people = await findPeople(db, [clipperId]);
  const of = (rows: Waiting[]) => new Map(rows.map((row) => [row.clipperId, row.unprovenMicros]));
  const before = of(await waitingOfAll(db, people, now));
  const after = of(await waitingOfAll(db, people, now, proven));
  return people.flatMap((accountId) => {
    const amount = (before.get(accountId) ?? 0n) - (after.get(accountId) ?? 0n);
    return amount > 0n ? [{ accountId, amountMicros: micros(amount) }] : [];
  });
}

/** Refuses the picture of a request. It costs the clipper nothing, and the clip's views can be shown again later. */
export async function rejectProof(
  tx: Tx,
  { submissionId, note, adminId, now }: Omit<Proving, 'upTo'>,
): Promise<Outcome<Record<string, never>, 'not_found' | 'proof_not_possible'>> {
  const clip = await readProvable(tx, submissionId, now, { locks: true });
  if (!clip) return refuse('not_found');
  if (clip.request_state !== 'shown') return refuse('proof_not_possible');
  const [requestId, attestationId] = [clip.request_id!, clip.request_attestation_id!];
  await closeProofRequest(tx, { requestId, attestationId, decision: 'refused', note, now });
  await writeAudit(tx, actBy('admin', adminId, now), 'submission.proof_refused', 'submission', submissionId, {
    proofRequestId: requestId,
    note,
  });
  await notify(
    tx,
    {
      accountId: clip.clipper_id,
      kind: 'submission.proof_refused',
      title: 'Picture not accepted',
      body: `${note} The money still waits for proof; nothing else changes.`,
      link: `/clips/${submissionId}`,
    },
    now,
  );
  return {};
}
