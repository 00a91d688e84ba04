import { z } from 'zod';
import { idParams, idSchema, momentWire } from './primitives.ts';
import { route } from './route.ts';

const coding = z.object({
  /** "H.264", "AAC" */
  name: z.string().max(40),
  profile: z.string().max(40).nullable(),
  bitDepth: z.int().nullable(),
  /** Whether browsers play it. */
  playable: z.boolean(),
});

/** How a source video is coded. */
export const videoFormat = z.object({
  picture: coding.extend({ framesPerSecond: z.number(), rotation: z.int() }),
  sound: coding.nullable(),
  bitsPerSecond: z.int(),
  /** The recording broke off, as by a crash: its end is missing. */
  isCut: z.boolean().optional(),
});
export type VideoFormat = z.infer<typeof videoFormat>;

/** Names of what browsers can't play of a video; empty where they play it. */
export const unplayable = ({ picture, sound }: VideoFormat): string[] =>
  [picture, sound].filter((part) => part && !part.playable).map((part) => codingName(part!));

const codingName = ({ name, profile, bitDepth }: z.infer<typeof coding>): string =>
  name === 'H.264' && profile ? `${name} ${profile}, ${bitDepth} bit` : name;

/** "H.264 High, 30 fps, AAC"; of a video without sound "no sound", of a cut one "end missing". */
export const formatText = ({ picture, sound, isCut }: VideoFormat): string =>
  [
    [picture.name, picture.profile].filter(Boolean).join(' '),
    `${Math.round(picture.framesPerSecond)} fps`,
    sound?.name ?? 'no sound',
    ...(isCut ? ['end missing'] : []),
  ].join(', ');

/** A source video, or the file of a clip. The bytes come in by tus at /api/uploads (see server/modules/media). */
export const mediaFile = z.object({
  id: idSchema,
  /** checking: all bytes are here. */
  state: z.enum(['uploading', 'checking', 'ready', 'refused', 'erased']),
  fileName: z.string(),
  sizeBytes: z.int().nonnegative(),
  durationMs: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Null before it was checked, and of videos from before this was read. */
  format: videoFormat.nullable(),
  /** Code of the rule that it breaks (docs/errors.md), when it was refused. */
  refusal: z.string().nullable(),
  /** Codec of its sound if this installation can't decode it, so that clips can't be compared with it. */
  undecodableSound: z.string().nullable(),
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

const unusedUpload = mediaFile.extend({
  /** So many bytes are here. */
  offsetBytes: z.int().nonnegative(),
  /** SHA-256 of the first and the last MiB of the file that was begun, where the sender computed it. */
  fingerprint: z.string().nullable(),
  /** A source video without a storyboard: a browser that has its file makes one. */
  lacksPictures: z.boolean(),
});
export type UnusedUpload = z.infer<typeof unusedUpload>;

/** Where uploads are created (tus 1.0.0). */
export const UPLOADS_PATH = '/api/uploads';
/** The fingerprint of a file is the SHA-256 of so many of its first and of its last bytes. */
export const FINGERPRINT_BYTES = 1024 ** 2;

export const mediaRoutes = {
  listUploads: route('GET /api/media', {
    access: 'session',
    summary:
      'Own uploads that are not finished, and videos that no listing uses; bytes that are missing are sent to /api/uploads/:id by tus 1.0.0',
    reply: z.object({
      rows: z.array(unusedUpload),
      /** How large one source video may be here. */
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

/** Where a person's photo is shown from; null without one. */
export const photoPath = (mediaId: string | null): string | null => (mediaId ? `/photos/${mediaId}` : null);
