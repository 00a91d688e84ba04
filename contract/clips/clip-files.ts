import { z } from 'zod';
import { idParams, idSchema, microsWire, viewsSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { matchSummary } from './clip-match.ts';

/** Comparison of a clip's file with its listing's source, by sound. */
export const clipMatch = matchSummary.extend({
  /** Code of the rule that a refused file breaks (docs/errors.md). */
  refusal: z.string().nullable(),
  /** Address at which the clipper, the host and admins can play the clip's file. */
  fileUrl: z.string().nullable(),
  /** Address at which the source can be played with which the file was compared. */
  sourceUrl: z.string().nullable(),
  segments: z.array(
    z.object({
      clipFromMs: z.int(),
      clipToMs: z.int(),
      sourceFromMs: z.int(),
      sourceToMs: z.int(),
    }),
  ),
  /** An earlier clip of another clipper with the same cuts; always null for clippers. */
  sameEdit: z.object({ id: idSchema, username: z.string() }).nullable(),
});
export type ClipMatch = z.infer<typeof clipMatch>;

/**
 * The maximum number of rows for a source. A row covers one second of a source up to an hour long, and 24
 * seconds of one that lasts a day.
 */
export const MOMENTS_MAX = 3_600;
/** The number of seconds that each row of `seconds` covers, beginning at the row's `second`. */
const widthSeconds = z.int().positive();

const gotten = {
  /** Number of clips that are pending or approved. */
  clips: z.int(),
  approved: z.int(),
  views: viewsSchema,
  earnedMicros: microsWire,
};
/**
 * Views and money that clips brought each second of a source. A clip's figures are split by how long it shows
 * each second.
 */
export const momentMap = z.object({
  widthSeconds,
  /** Only the seconds that at least one clip shows, in ascending order. */
  seconds: z.array(z.object({ second: z.int(), ...gotten })),
  /** Clips without a file, or whose sound was not found in the source. */
  notLocated: z.object(gotten),
});
export type MomentMap = z.infer<typeof momentMap>;

/**
 * A second of a source, with the number of pending or approved clips that show it, and of approved ones
 * alone.
 */
const takenSecond = z.object({ second: z.int(), clips: z.int(), approved: z.int() });
export type TakenSecond = z.infer<typeof takenSecond>;
const takenMoments = z.object({ widthSeconds, seconds: z.array(takenSecond) });
export type TakenMoments = z.infer<typeof takenMoments>;

/** Number of different clippers whose paid clips must show a part before its earnings are stated. */
export const EARNED_CLIPPERS_LEAST = 3;

/** A part of a source that paid clips show, in seconds. */
const earnedPart = z.object({
  start: z.int(),
  end: z.int(),
  /** Earnings of all clips in this part together, rounded to two digits. */
  earnedMicros: microsWire,
});
export type EarnedPart = z.infer<typeof earnedPart>;

export const clipFileRoutes = {
  attachClipFile: route('POST /api/submissions/:id/file', {
    access: 'clipper',
    summary:
      'Announce the video of an own pending clip, an MP4 or MOV; its bytes are sent to /api/uploads/:id by tus 1.0.0',
    params: idParams,
    body: z.object({
      fileName: z.string().trim().min(1).max(255),
      sizeBytes: z.int().positive(),
      contentType: z.string().max(100),
      /** SHA-256 of the first and last MiB of the file, if the sender computed it. */
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
      'clip_file_too_large',
      'upload_quota',
      'clip_files_full',
      'uploads_full',
    ],
    perMinute: 20,
  }),
  listingMoments: route('GET /api/host/listings/:id/moments', {
    access: 'host',
    summary: "Clips, views and money per second of an own listing's source",
    params: idParams,
    reply: momentMap,
    errors: ['not_found'],
    perMinute: 20,
  }),
  earnedParts: route('GET /api/listings/:id/earned-parts', {
    access: 'session',
    summary:
      "The parts of a listing's source with the highest earnings of earlier clips, each from at least three clippers",
    params: idParams,
    reply: z.object({ parts: z.array(earnedPart).max(5) }),
    errors: ['not_found'],
    perMinute: 20,
  }),
  takenMoments: route('GET /api/listings/:id/taken', {
    access: 'session',
    summary: "The seconds of a listing's source that clips already show",
    params: idParams,
    reply: takenMoments,
    errors: ['not_found'],
    perMinute: 20,
  }),
};
