import pg from 'pg';
import { findRunning } from '../server/infra/running-database.ts';

/** Replaces the limits of payments without proof: `limitMicros` for everybody, null for none, and no audits. */
export async function limitUnproven(dataDir: string, limitMicros: bigint | null): Promise<void> {
  const client = new pg.Client({ connectionString: findRunning(dataDir)!.ownerUrl });
  await client.connect();
  try {
    await client.query('delete from proof_tiers where proven_clips > 0');
    await client.query('update proof_tiers set limit_micros = $1, audit_percent = 0', [limitMicros]);
  } finally {
    await client.end();
  }
}
