import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { z } from 'zod';
import { type StudioCue, studioLimits } from '#contract/studio.ts';
import { readSubtitles } from '#contract/subtitles/read-subtitles.ts';
import { MINUTE } from '#server/infra/clock.ts';
import { readReply } from '#server/infra/read-reply.ts';
import { beginCall } from '#server/infra/tracing/call-service.ts';

/** The operator's speech-to-text server (POST /v1/audio/transcriptions of OpenAI, and compatible servers). */
export interface TranscribeServer {
  url: string;
  model: string;
  /** Key of the server's API; null: the server needs no key. */
  key: string | null;
}

export type Transcribed = { cues: StudioCue[] } | { failure: string };

/** Transcribes a WAV file of this many seconds; cues count from its beginning. Never throws. */
export type Transcribe = (wav: Buffer, seconds: number) => Promise<Transcribed>;

/** Time limit of a part: a processor needs about five minutes for a part of five minutes. */
const LIMIT_MS = 15 * MINUTE;
const REPLY_MAX_BYTES = 8 * 1024 ** 2;
const CUES_MAX = 3_000;

export function transcribeBy(server: TranscribeServer, limitMs = LIMIT_MS): Transcribe {
  return async (wav, seconds) => {
    try {
      const { status, text } = await send(server, wav, limitMs);
      if (status !== 200) return { failure: `The server answered HTTP ${status}.` };
      const cues = cuesOf(text);
      return cues ? { cues: trimmed(cues, seconds) } : { failure: 'The answer has no lines with times.' };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
      const timedOut = error instanceof Error && error.name === 'TimeoutError';
      return { failure: timedOut ? 'No answer came in time.' : `The server did not answer${code}.` };
    }
  };
}

async function send({ url, model, key }: TranscribeServer, wav: Buffer, limitMs: number) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), 'part.wav');
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  const written = new Response(form);
  const body = Buffer.from(await written.arrayBuffer());
  const call = beginCall('POST', url);
  const headers = {
    ...call.headers,
    'content-type': written.headers.get('content-type')!,
    'content-length': body.length,
    ...(key && { authorization: `Bearer ${key}` }),
  };
  const open = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(limitMs);
  const request = open(url, { method: 'POST', headers, agent: false, signal });
  try {
    return await call.endWith(readReply(request, body, REPLY_MAX_BYTES));
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

const line = z.object({ start: z.number(), end: z.number(), text: z.string() });
const verbose = z.object({ segments: z.array(line).max(CUES_MAX) });

/**
 * Returns the cues of a `verbose_json` reply, or of WebVTT or SRT, which some servers always return; null for
 * any other format.
 */
function cuesOf(text: string): StudioCue[] | null {
  if (!/^\s*\{/.test(text)) {
    const { cues } = readSubtitles(text);
    return cues.length > 0 ? cues.slice(0, CUES_MAX) : null;
  }
  try {
    return verbose.parse(JSON.parse(text)).segments;
  } catch {
    return null;
  }
}

/** Returns the cues cut to the part, without characters that can't be stored. */
const trimmed = (cues: readonly StudioCue[], seconds: number): StudioCue[] =>
  cues.flatMap(({ start, end, text }) => {
    const words = text
      .replaceAll('\0', '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, studioLimits.cueLetters)
      .toWellFormed();
    const cue = { start: Math.max(0, start), end: Math.min(seconds, end), text: words };
    return words !== '' && cue.start < cue.end ? [cue] : [];
  });
