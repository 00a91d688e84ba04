import { sql } from 'kysely';
import type { Tx } from '#server/infra/transaction.ts';

/** Stores the sums for which audits were drawn: money up to these sums may be paid out within the limit. */
export async function settleDraws(
  tx: Tx,
  clips: readonly { submission_id: string; paid_micros: bigint }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into audit_draws (submission_id, drawn_micros, drawn_at)
    select id, micros, ${now} from unnest(${clips.map((clip) => clip.submission_id)}::uuid[],
      ${clips.map((clip) => clip.paid_micros)}::bigint[]) as d (id, micros)
    on conflict (submission_id) do update set drawn_micros = excluded.drawn_micros, drawn_at = excluded.drawn_at`.execute(
    tx,
  );
}
