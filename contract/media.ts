import { z } from 'zod';
import { idParams, idSchema } from './primitives.ts';
import { route } from './route.ts';

/** A source video. The bytes travel as the raw body of PUT /api/media/:id/content (see server/modules/media). */
export const mediaFile = z.object({
  id: idSchema,
  state: z.enum(['uploading', 'ready', 'refused']),
  fileName: z.string(),
  sizeBytes: z.int().nonnegative(),
  durationMs: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type MediaFile = z.infer<typeof mediaFile>;

/** The sound of a source video, as it was prepared for the studio and for comparing clips. */
export const mediaSound = z.object({
  /** preparing: `share` of it is done. silent: the video has no sound. undecodable: nothing here decodes `codec`. */
  state: z.enum(['preparing', 'ready', 'silent', 'undecodable', 'unreadable']),
  /** 0 to 1. */
  share: z.number().min(0).max(1),
  codec: z.string().nullable(),
  /** When ready: the loudest sample of each 1/16 s, a byte each, in Base64. */
  peaks: z.string().nullable(),
});
export type MediaSound = z.infer<typeof mediaSound>;

export const mediaRoutes = {
  startUpload: route('POST /api/media', {
    access: 'host',
    summary: 'Announce a source video; then PUT its bytes to /api/media/:id/content',
    body: z.object({
      fileName: z.string().min(1).max(255),
      sizeBytes: z.int().positive(),
      contentType: z.string().max(100),
    }),
    reply: mediaFile,
    errors: ['invalid_file_type', 'file_too_large', 'upload_quota', 'own_uploads_full', 'uploads_full'],
  }),
  showUpload: route('GET /api/media/:id', {
    access: 'host',
    summary: 'State and facts of an own upload',
    params: idParams,
    reply: mediaFile,
    errors: ['not_found'],
  }),
  showSound: route('GET /api/media/:id/sound', {
    access: 'session',
    summary: "A source video's waveform, or how far it is prepared",
    params: idParams,
    reply: mediaSound,
    errors: ['not_found'],
  }),
  discardUpload: route('DELETE /api/media/:id', {
    access: 'host',
    summary: 'Remove an own upload that no listing uses',
    params: idParams,
    errors: ['not_found'],
  }),
};

/** Where a person's photo is shown from; null without one. */
export const photoPath = (mediaId: string | null): string | null => (mediaId ? `/photos/${mediaId}` : null);
