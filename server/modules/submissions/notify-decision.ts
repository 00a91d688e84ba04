import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { APPEAL_DAYS } from '#contract/limits.ts';
import { asSentence } from '#contract/sentence.ts';
import { type RejectReason, rejectionText } from '#contract/submissions/reject-reasons.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

export interface DecidedClip {
  id: string;
  status: 'approved' | 'rejected';
  clipper_id: AccountId;
  title: string;
  reject_reason: RejectReason | null;
  reject_note: string | null;
}

interface By {
  actorId: UserId | null;
  actorKind: 'host' | 'admin';
  /** Additional data for the audit log. */
  data?: Record<string, unknown>;
}

/** Writes the audit row and the notification of a decision in its transaction. */
export async function notifyDecision(tx: Tx, clip: DecidedClip, by: By, now: Date): Promise<void> {
  const approved = clip.status === 'approved';
  const body = approved
    ? `Your clip for “${clip.title}” was approved. Its verified views now earn.`
    : `Your clip for “${clip.title}” was rejected: ${asSentence(rejectionText(clip.reject_reason, clip.reject_note))} You can appeal within ${APPEAL_DAYS} days.`;
  await writeAudit(
    tx,
    actBy(by.actorKind, by.actorId, now),
    `submission.${clip.status}`,
    'submission',
    clip.id,
    { ...by.data, ...(approved ? {} : { reason: clip.reject_reason }) },
  );
  await notify(
    tx,
    {
      accountId: clip.clipper_id,
      kind: `submission.${clip.status}`,
      title: approved ? 'Clip approved' : 'Clip rejected',
      body,
      link: `/clips/${clip.id}`,
    },
    now,
  );
}
