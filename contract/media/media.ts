import { z } from 'zod';
import { idParams, idSchema, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

const coding = z.object({
  /** The codec's name, such as "H.264" or "AAC". */
  name: z.string().max(40),
  profile: z.string().max(40).nullable(),
  bitDepth: z.int().nullable(),
  /** Whether browsers can play the codec. */
  playable: z.boolean(),
});

/** Codecs of a source video. */
export const videoFormat = z.object({
  picture: coding.extend({ framesPerSecond: z.number(), rotation: z.int() }),
  sound: coding.nullable(),
  bitsPerSecond: z.int(),
  /** True if the recording ended abruptly, as after a crash, so that its end is missing. */
  isCut: z.boolean().optional(),
});
export type VideoFormat = z.infer<typeof videoFormat>;

/** Media types that an upload may declare; the file's content decides whether it is accepted. */
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/x-m4v'] as const;

/** Names the codecs of a video that browsers can't play; empty if they can play all. */
export const unplayable = ({ picture, sound }: VideoFormat): string[] =>
  [picture, sound].filter((part) => part && !part.playable).map((part) => codingName(part!));

const codingName = ({ name, profile, bitDepth }: z.infer<typeof coding>): string =>
  name === 'H.264' && profile ? `${name} ${profile}, ${bitDepth} bit` : name;

/**
 * Describes a format: "H.264 High, 30 fps, AAC". A silent video has "no sound" instead of a codec, and a cut
 * one also "end missing".
 */
export const formatText = ({ picture, sound, isCut }: VideoFormat): string =>
  [
    [picture.name, picture.profile].filter(Boolean).join(' '),
    `${Math.round(picture.framesPerSecond)} fps`,
    sound?.name ?? 'no sound',
    ...(isCut ? ['end missing'] : []),
  ].join(', ');

/**
 * A source video, or the file of a clip. Clients upload the bytes by tus to /api/uploads (see
 * server/modules/media).
 */
export const mediaFile = z.object({
  id: idSchema,
  /** checking: all bytes were received, and the server is checking the file. */
  state: z.enum(['uploading', 'checking', 'ready', 'refused', 'erased']),
  fileName: z.string(),
  sizeBytes: z.int().nonnegative(),
  durationMs: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Null before the file was checked, and for videos that were uploaded before formats were stored. */
  format: videoFormat.nullable(),
  /** Code of the rule that a refused file breaks (docs/errors.md). */
  refusal: z.string().nullable(),
  /**
   * The sound's codec if this server can't decode it, so that clips can't be compared with the video;
   * otherwise null.
   */
  undecodableSound: z.string().nullable(),
});
export type MediaFile = z.infer<typeof mediaFile>;

/** The sound of a source video, prepared for the studio and for comparing clips. */
export const mediaSound = z.object({
  /**
   * preparing: the share `share` is finished. silent: the video has no sound. undecodable: this server can't
   * decode `codec`.
   */
  state: z.enum(['preparing', 'ready', 'silent', 'undecodable', 'unreadable']),
  /** The finished share of the preparation, 0 to 1. */
  share: z.number().min(0).max(1),
  codec: z.string().nullable(),
  /** If `state` is ready: the loudest sample of each 1/16 s, one byte each, in Base64. Otherwise null. */
  peaks: z.string().nullable(),
});
export type MediaSound = z.infer<typeof mediaSound>;

const unusedUpload = mediaFile.extend({
  /** Bytes received so far. */
  offsetBytes: z.int().nonnegative(),
  /** SHA-256 of the first and last MiB of the file whose upload was started, if the sender computed it. */
  fingerprint: z.string().nullable(),
  /** True for a source video without a storyboard, which a browser with the file should then make. */
  lacksPictures: z.boolean(),
});
export type UnusedUpload = z.infer<typeof unusedUpload>;

/** Address that creates uploads (tus 1.0.0). */
export const UPLOADS_PATH = '/api/uploads';
/** A file's fingerprint is the SHA-256 of its first and last bytes, this many of each. */
export const FINGERPRINT_BYTES = 1024 ** 2;

export const mediaRoutes = {
  listUploads: route('GET /api/media', {
    access: 'session',
    summary:
      'Own unfinished uploads, and videos that no listing uses; send missing bytes to /api/uploads/:id by tus 1.0.0',
    reply: z.object({
      rows: z.array(unusedUpload),
      /** The largest source video that this server accepts, in bytes. */
      mostBytes: z.int().positive(),
    }),
  }),
  showUpload: route('GET /api/media/:id', {
    access: 'session',
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
  linkSource: route('GET /api/media/:id/link', {
    access: 'session',
    summary: 'A link to a source video for download managers, which needs no session and expires',
    params: idParams,
    reply: z.object({ url: z.string(), expiresAt: momentWire }),
    errors: ['not_found'],
  }),
  discardUpload: route('DELETE /api/media/:id', {
    access: 'session',
    summary: 'Remove an own upload that nothing uses',
    params: idParams,
    errors: ['not_found'],
  }),
};

/** Address of a person's photo; null without one. */
export const photoPath = (mediaId: string | null): string | null => (mediaId ? `/photos/${mediaId}` : null);
