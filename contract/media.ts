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
  discardUpload: route('DELETE /api/media/:id', {
    access: 'host',
    summary: 'Remove an own upload that no listing uses',
    params: idParams,
    errors: ['not_found'],
  }),
};

/** Where a person's photo is shown from; null without one. */
export const photoPath = (mediaId: string | null): string | null => (mediaId ? `/photos/${mediaId}` : null);
