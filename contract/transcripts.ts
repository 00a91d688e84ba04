import { z } from 'zod';
import { TRANSCRIPT_CUES_MAX } from './limits.ts';
import { idParams } from './primitives.ts';
import { route } from './route.ts';
import { studioCue } from './studio.ts';

/** A line of a transcript that its host gives. */
export const transcriptCue = studioCue.refine(({ start, end }) => start < end, {
  error: 'must end after it begins.',
});

/** What is said in a source video. */
export const transcript = z.object({
  /** preparing: the operator's server writes it down, and `share` of it is done. none: there is none, and none will come. */
  state: z.enum(['ready', 'preparing', 'failed', 'none']),
  /** Who made it; null where there is none. */
  by: z.enum(['host', 'server']).nullable(),
  share: z.number().min(0).max(1),
  cues: z.array(studioCue),
});
export type Transcript = z.infer<typeof transcript>;

export const transcriptRoutes = {
  showTranscript: route('GET /api/media/:id/transcript', {
    access: 'session',
    summary: 'What is said in a source video, or how far it is written down',
    params: idParams,
    reply: transcript,
    errors: ['not_found'],
  }),
  giveTranscript: route('PUT /api/media/:id/transcript', {
    access: 'host',
    summary: 'Give the transcript of an own source video, in place of the one before',
    params: idParams,
    /** Each a `transcriptCue`: they are read once it is known whose video it is, up to the first problems. */
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
