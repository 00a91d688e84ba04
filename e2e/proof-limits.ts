import pg from 'pg';
import { AUDIT_DAYS, HOLD_DECISION_DAYS } from '../contract/limits.ts';
import { findRunning } from '../server/infra/running-database.ts';

/** Runs work as the database's owner. */
async function asOwner<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: findRunning(dataDir)!.ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Replaces the limits of payments without proof: `limitMicros` for everybody, null for none, and no audits. */
export const limitUnproven = (dataDir: string, limitMicros: bigint | null): Promise<void> =>
  asOwner(dataDir, async (client) => {
    await client.query('delete from proof_tiers where proven_clips > 0');
    await client.query('update proof_tiers set limit_micros = $1, audit_percent = 0', [limitMicros]);
  });

interface Audit {
  clipId: string;
  code: string;
  /** The server's time. */
  now: string;
}

/** Begins an audit of all views of a clip, as if it had been drawn: no story can wait for luck. */
export const beginAudit = (dataDir: string, { clipId, code, now }: Audit): Promise<void> =>
  asOwner(dataDir, async (client) => {
    const drawn = `with hold as (
        insert into fraud_holds (id, submission_id, state, score, reason, from_views, to_views, opened_at, decide_by)
        select gen_random_uuid(), submission_id, 'open', 0, $3, 0, views, $2, $2::timestamptz + make_interval(days => $5)
        from clip_tracking where submission_id = $1
        returning id, submission_id, to_views
      )
      insert into clip_audits (fraud_hold_id, submission_id, views, code, probability, drawn, opened_at, due_at)
      select id, submission_id, to_views, $4, 0.5, 0, $2, $2::timestamptz + make_interval(days => $6) from hold`;
    const reason = 'This count was chosen at random for an audit.';
    const days = [AUDIT_DAYS + HOLD_DECISION_DAYS, AUDIT_DAYS];
    const { rowCount } = await client.query(drawn, [clipId, now, reason, code, ...days]);
    if (rowCount !== 1) throw new Error(`No audit of the clip ${clipId} began.`);
  });
