import pg from 'pg';
import { findRunning } from '../server/infra/running-database.ts';

/**
 * Ends the counting of every existing clip, including the demo's. A moved clock stops at each due count, so a
 * story that moves it by days would otherwise count all those clips.
 */
export async function stopCounting(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: findRunning(dataDir)!.ownerUrl });
  await client.connect();
  try {
    await client.query(
      "update clip_tracking set state = 'stopped', next_poll_at = null where state = 'polling'",
    );
  } finally {
    await client.end();
  }
}
