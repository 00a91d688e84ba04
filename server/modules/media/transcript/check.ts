import { sql } from 'kysely';
import { asSentence } from '#contract/sentence.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Tells the operator that the server of TRANSCRIBE_URL fails, and why. */
export const transcriptCheck = (db: Database): HealthCheck => ({
  name: 'Transcripts',
  async problem() {
    const { rows } = await sql<{ videos: number; failure: string }>`
      select (count(*) over ())::int as videos, transcript_failure as failure from media_files
      where transcript is null and sound is not null and state = 'ready' and kind = 'source' and transcript_failure is not null
      order by transcript_due_at desc limit 1`.execute(db);
    const [last] = rows;
    if (!last) return null;
    const videos = last.videos === 1 ? '1 source video waits' : `${last.videos} source videos wait`;
    return `${videos} for a transcript: ${asSentence(last.failure)} It is tried again for a day and a half (TRANSCRIBE_URL).`;
  },
});
