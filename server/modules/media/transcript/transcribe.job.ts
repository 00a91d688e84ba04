import { sql } from 'kysely';
import type { StudioCue } from '#contract/studio.ts';
import { after, HOUR, MINUTE } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { SLICE_SECONDS } from '../sound/slices.ts';
import type { MediaStorage } from '../storage.ts';
import { whileKept } from '../while-kept.ts';
import type { ReadSpeech } from './speech.ts';
import type { Transcribe, Transcribed } from './transcribe.ts';

export interface TranscribeDeps {
  db: Database;
  storage: MediaStorage;
  readSpeech: ReadSpeech;
  transcribe: Transcribe;
}

/**
 * If the process that claimed a video dies, another one may claim the video after this time. A part takes at
 * most 17 minutes.
 */
const LEASE_MS = 20 * MINUTE;
/**
 * Waits between attempts. A server that is restarted, updated or full recovers within them; after the last
 * one the video gets no transcript.
 */
const WAITS_MS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

interface Due {
  id: string;
  storage_key: string;
  duration_ms: bigint;
  sound: string;
  transcript_slices: number;
  transcript_tries: number;
}

/**
 * Transcribes each source video without a host's transcript, part by part; finished parts survive a crash.
 */
export function transcribeSources(deps: TranscribeDeps): Job {
  let underWay: Promise<void> | null = null;
  return {
    name: 'media.transcribe',
    async run(now, signal) {
      if (underWay) return;
      // Transcribing may take as long as the video lasts, so a run that is asked to end returns at once and
      // the work continues in the background.
      underWay = workOff(deps, now, signal).finally(() => (underWay = null));
      const work = underWay;
      await Promise.race([work, ended(signal)]);
      work.catch(() => undefined);
    },
    isIdleUntilDue: true,
    nextDueAt: () => sql`
      select min(coalesce(transcript_due_at, ready_at)) from media_files
      where transcript is null and sound is not null and state = 'ready' and kind = 'source'`,
  };
}

async function workOff(deps: TranscribeDeps, now: Date, signal?: AbortSignal): Promise<void> {
  const began = performance.now();
  // The lease is counted from the current time, not from the run's start: a lease from an earlier time could
  // be expired already, and another process would send the same part.
  const at = () => after(now, performance.now() - began);
  while (!signal?.aborted) {
    const due = await claimDue(deps.db, at());
    if (!due) return;
    await writeDown(deps, due, at);
  }
}

async function claimDue(db: Database, now: Date): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update media_files set transcript_due_at = ${after(now, LEASE_MS)}
    where id = (
      select id from media_files
      where transcript is null and sound is not null and state = 'ready' and kind = 'source'
        and coalesce(transcript_due_at, ready_at) <= ${now}
      order by coalesce(transcript_due_at, ready_at) limit 1 for update skip locked)
    returning id, storage_key, duration_ms, sound, transcript_slices, transcript_tries`.execute(db);
  return rows[0];
}

/** Transcribes the next part of a video. */
async function writeDown(deps: TranscribeDeps, file: Due, at: () => Date): Promise<void> {
  const seconds = Number(file.duration_ms) / 1000;
  const fromSeconds = file.transcript_slices * SLICE_SECONDS;
  if (file.sound === 'silent' || file.sound === 'undecodable')
    return void (await note(deps.db, file, { transcript: 'none' }));
  const span = { fromSeconds, seconds: Math.min(SLICE_SECONDS, seconds - fromSeconds) };
  const done = await whileKept(deps, file, () => transcribed(deps, file, span));
  if (done === null) return;
  if ('failure' in done) {
    const wait = WAITS_MS[file.transcript_tries];
    const again = { transcript_tries: file.transcript_tries + 1, transcript_due_at: after(at(), wait ?? 0) };
    const given = wait === undefined ? { transcript: 'failed' as const, transcript_due_at: null } : again;
    return void (await note(deps.db, file, { ...given, transcript_failure: done.failure }));
  }
  const cues = done.cues.map((cue) => ({
    ...cue,
    start: fromSeconds + cue.start,
    end: fromSeconds + cue.end,
  }));
  await keep(deps.db, file, { cues, isLast: fromSeconds + SLICE_SECONDS >= seconds, now: at() });
}

async function transcribed(
  { storage, readSpeech, transcribe }: TranscribeDeps,
  file: Due,
  span: { fromSeconds: number; seconds: number },
): Promise<Transcribed> {
  const wav = await storage.borrow(file.storage_key, 'file', (path) => readSpeech(path, span));
  return wav ? await transcribe(wav, span.seconds) : { failure: 'The sound of the video could not be read.' };
}

/** Adds a part, unless the host provided a transcript or the video was removed meanwhile. */
async function keep(
  db: Database,
  file: Due,
  { cues, isLast, now }: { cues: StudioCue[]; isLast: boolean; now: Date },
): Promise<void> {
  await transact(db, async (tx) => {
    const noted = await note(tx, file, {
      transcript_slices: file.transcript_slices + 1,
      transcript_tries: 0,
      transcript_failure: null,
      ...(isLast ? { transcript: 'server', transcript_due_at: null } : { transcript_due_at: now }),
    });
    if (!noted) return;
    const first = file.transcript_slices === 0;
    await sql`
      insert into source_transcripts as t (media_id, cues, made_at) values (${file.id}, ${JSON.stringify(cues)}, ${now})
      on conflict (media_id) do update set made_at = excluded.made_at,
        cues = ${first ? sql`excluded.cues` : sql`t.cues || excluded.cues`}`.execute(tx);
  });
}

/**
 * Updates the video's row. Returns false if the host provided a transcript, the video was removed, or another
 * process is ahead.
 */
async function note(db: Database, file: Due, set: object): Promise<boolean> {
  const row = await db
    .updateTable('media_files')
    .set(set)
    .where('id', '=', file.id)
    .where('state', '=', 'ready')
    .where('transcript', 'is', null)
    .where('transcript_slices', '=', file.transcript_slices)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const ended = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
