import { type RawBuilder, sql } from 'kysely';
import { screenshotPath } from '#contract/attestations.ts';
import { PROOF_AGAIN_DAYS, PROOF_HOURS } from '#contract/limits.ts';
import type { ProofRequest } from '#contract/proofs.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { newPictureCode } from './picture-code.ts';

/**
 * SQL: proof request `r` of clip `t` needs no decision any more: its views were proven otherwise, or a fraud hold,
 * such as an audit, was opened since.
 */
const isOver = sql`(t.proven_views >= r.views
  or exists (select from fraud_holds o where o.submission_id = r.submission_id and o.opened_at >= r.asked_at))`;

/** SQL: proof request `r` of clip `t` is undecided, and still needs a decision. */
export const isUndecided = sql<boolean>`(r.decision is null and not ${isOver})`;

/** SQL: screenshot `p` was sent in time for proof request `r`, and no newer one replaced it. */
export const answersRequest = sql<boolean>`(p.submission_id = r.submission_id and p.replaced_at is null
  and p.sent_at between r.asked_at and r.due_at)`;

/** Columns of `proofRequestOf`, with the prefix `request_`. */
export interface RequestColumns {
  request_id: string | null;
  request_state: ProofRequest['state'] | null;
  request_code: string;
  request_views: bigint;
  request_due_at: Date;
  request_note: string | null;
  request_decided_at: Date | null;
  request_attestation_id: string | null;
  request_media_id: string | null;
  request_is_code_read: boolean | null;
}

export const requestColumns = sql.raw(
  [
    'id',
    'state',
    'code',
    'views',
    'due_at',
    'note',
    'decided_at',
    'attestation_id',
    'media_id',
    'is_code_read',
  ]
    .map((name) => `r.${name} as request_${name}`)
    .join(', '),
);

/** SQL that joins clip `t`'s newest proof request as `r`, if it still matters. */
export const proofRequestOf = (now: Date): RawBuilder<unknown> => sql`
  left join lateral (
    select r.id, r.code, r.views, r.due_at, r.note, r.decided_at, p.id as attestation_id, m.id as media_id,
      position(r.code in upper(p.read_text)) > 0 as is_code_read,
      case when r.decision = 'refused' then case when r.decided_at > ${after(now, -PROOF_AGAIN_DAYS * DAY)} then 'refused' end
        when ${isUndecided} then case when p.id is not null then 'shown' when r.due_at > ${now} then 'open' end end as state
    from proof_requests r
    left join view_attestations p on ${answersRequest}
    left join media_files m on m.id = p.media_id and m.state = 'ready'
    where r.submission_id = t.submission_id order by r.asked_at desc limit 1
  ) r on r.state is not null`;

export const toRequest = (row: RequestColumns): ProofRequest | null =>
  row.request_state && {
    state: row.request_state,
    code: row.request_code,
    views: Number(row.request_views),
    dueAt: row.request_due_at,
    isCodeRead: row.request_is_code_read ?? false,
    pictureUrl: row.request_media_id && screenshotPath(row.request_media_id),
    note: row.request_note,
    againAt: row.request_state === 'refused' ? after(row.request_decided_at!, PROOF_AGAIN_DAYS * DAY) : null,
  };

/** Stores a request to prove the views counted so far, with a new code. The caller has locked the clip's count. */
export async function openProofRequest(
  tx: Tx,
  { submissionId, views, now }: { submissionId: string; views: bigint; now: Date },
): Promise<{ id: string; code: string; dueAt: Date }> {
  const request = { id: newId(), code: newPictureCode(), dueAt: after(now, PROOF_HOURS * HOUR) };
  await tx
    .insertInto('proof_requests')
    .values({
      id: request.id,
      submission_id: submissionId,
      views,
      code: request.code,
      asked_at: now,
      due_at: request.dueAt,
    })
    .execute();
  return request;
}

interface RequestDecision {
  requestId: string;
  attestationId: string;
  decision: 'accepted' | 'refused';
  note: string;
  now: Date;
}

/** Decides a request by its picture, which is kept from then on. */
export async function closeProofRequest(
  tx: Tx,
  { requestId, attestationId, decision, note, now }: RequestDecision,
): Promise<void> {
  await tx
    .updateTable('proof_requests')
    .set({ decision, decided_at: now, attestation_id: attestationId, note })
    .where('id', '=', requestId)
    .where('decision', 'is', null)
    .execute();
}
