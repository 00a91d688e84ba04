import { z } from 'zod';
import { matchSummary } from './clip-match.ts';
import { idParams, idSchema, microsWire, viewsSchema } from './primitives.ts';
import { route } from './route.ts';

/** What a clip's file shows of its listing's source, by its sound. */
export const clipMatch = matchSummary.extend({
  /** Code of the rule that a refused file breaks (docs/errors.md). */
  refusal: z.string().nullable(),
  /** Where the file plays from: for the clipper, the host and admins. */
  fileUrl: z.string().nullable(),
  /** Where the source that it was compared with plays from. */
  sourceUrl: z.string().nullable(),
  segments: z.array(
    z.object({
      clipFromMs: z.int(),
      clipToMs: z.int(),
      sourceFromMs: z.int(),
      sourceToMs: z.int(),
    }),
  ),
  /** An earlier clip of another clipper with the same cuts; null for clippers. */
  sameEdit: z.object({ id: idSchema, username: z.string() }).nullable(),
});
export type ClipMatch = z.infer<typeof clipMatch>;

/** A source is told in so many stretches at most: up to an hour each is a second, of a day 24 seconds. */
export const MOMENTS_MAX = 3_600;
/** So many seconds each row of `seconds` stands for, from its `second` on. */
const widthSeconds = z.int().positive();

const gotten = {
  /** That wait or were approved. */
  clips: z.int(),
  approved: z.int(),
  views: viewsSchema,
  earnedMicros: microsWire,
};
/** What each second of a source got by clips: their views and money, split by how much of it each shows. */
export const momentMap = z.object({
  widthSeconds,
  /** Only seconds that a clip shows, in order. */
  seconds: z.array(z.object({ second: z.int(), ...gotten })),
  /** Clips without a file, or of whose sound nothing was found. */
  notLocated: z.object(gotten),
});
export type MomentMap = z.infer<typeof momentMap>;

/** A second of a source that clips show which wait or were approved. */
const takenSecond = z.object({ second: z.int(), clips: z.int(), approved: z.int() });
export type TakenSecond = z.infer<typeof takenSecond>;
const takenMoments = z.object({ widthSeconds, seconds: z.array(takenSecond) });
export type TakenMoments = z.infer<typeof takenMoments>;

export const clipFileRoutes = {
  attachClipFile: route('POST /api/submissions/:id/file', {
    access: 'clipper',
    summary:
      'Announce the video of an own pending clip, an MP4; its bytes are sent to /api/uploads/:id by tus 1.0.0',
    params: idParams,
    body: z.object({
      fileName: z.string().trim().min(1).max(255),
      sizeBytes: z.int().positive(),
      contentType: z.string().max(100),
      /** SHA-256 of the first and the last MiB, where the sender computed it. */
      fingerprint: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits.')
        .nullable(),
    }),
    reply: z.object({ uploadId: idSchema }),
    errors: [
      'not_found',
      'submission_state',
      'clip_file_attached',
      'invalid_file_type',
      'file_too_large',
      'clip_file_too_large',
      'upload_quota',
      'own_uploads_full',
      'clip_files_full',
      'uploads_full',
    ],
    perMinute: 20,
  }),
  listingMoments: route('GET /api/host/listings/:id/moments', {
    access: 'host',
    summary: "Which seconds of an own listing's source were clipped, viewed and paid",
    params: idParams,
    reply: momentMap,
    errors: ['not_found'],
    perMinute: 20,
  }),
  takenMoments: route('GET /api/listings/:id/taken', {
    access: 'session',
    summary: "Which seconds of a listing's source clips show already",
    params: idParams,
    reply: takenMoments,
    errors: ['not_found'],
    perMinute: 20,
  }),
};
