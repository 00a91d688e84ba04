import { z } from 'zod';
import { TRANSCRIPT_CUES_MAX } from '#contract/limits.ts';
import { idParams } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { studioCue } from '../studio.ts';

/** One line of the transcript that a host provides. */
export const transcriptCue = studioCue.refine(({ start, end }) => start < end, {
  error: 'must end after it begins.',
});

/** Transcript of a source video. */
export const transcript = z.object({
  /**
   * preparing: the operator's server is transcribing, and the share `share` is finished. none: there is no
   * transcript, and none is being made.
   */
  state: z.enum(['ready', 'preparing', 'failed', 'none']),
  /** The transcript's author; null if there is no transcript. */
  by: z.enum(['host', 'server']).nullable(),
  share: z.number().min(0).max(1),
  cues: z.array(studioCue),
});
export type Transcript = z.infer<typeof transcript>;

export const transcriptRoutes = {
  showTranscript: route('GET /api/media/:id/transcript', {
    access: 'session',
    summary: 'The transcript of a source video, or the progress of its transcription',
    params: idParams,
    reply: transcript,
    errors: ['not_found'],
  }),
  giveTranscript: route('PUT /api/media/:id/transcript', {
    access: 'host',
    summary: 'Upload the transcript of an own source video, replacing the previous one',
    params: idParams,
    /**
     * Each entry is a `transcriptCue`. The server first checks who owns the video, then parses the entries
     * and stops after the first problems.
     */
    body: z.object({ cues: z.array(z.unknown()).min(1).max(TRANSCRIPT_CUES_MAX) }),
    errors: ['not_found'],
    bodyMaxBytes: 4 * 1024 ** 2,
    perMinute: 10,
  }),
  removeTranscript: route('DELETE /api/media/:id/transcript', {
    access: 'host',
    summary: 'Remove the transcript of an own source video',
    params: idParams,
    errors: ['not_found'],
  }),
};
