import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Ends the counting of every clip that is there, the demo's too: a clock that a story moves by days would stop for each of them. */
export async function stopCounting(dataDir: string): Promise<void> {
  // As the operator's commands find it.
  const { ownerUrl } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as {
    ownerUrl: string;
  };
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      "update clip_tracking set state = 'stopped', next_poll_at = null where state = 'polling'",
    );
  } finally {
    await client.end();
  }
}
