import { z } from 'zod';
import { idParams, idSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Limits of a project. The studio refuses an edit beyond them, so that every project can be saved. */
export const studioLimits = { cuts: 100, cues: 1_000, keys: 200, cueLetters: 300 } as const;
/** Size of the whole request: enough for more than an hour of word-by-word captions. */
export const PROJECT_MAX_BYTES = 384 * 1024;

/** Projects one person can keep, one per listing. */
export const STUDIO_PROJECTS_MAX = 100;
const STUDIO_VERSION_MAX = 1_000_000_000;

const millionths = (value: number) => Math.round(value * 1e6) / 1e6;
/** Seconds of a source, which lasts at most a day. A millionth of a second tells any two frames apart. */
const seconds = z.number().min(0).max(86_400).overwrite(millionths);
const share = z.number().min(0).max(1).overwrite(millionths);
/** Removes what PostgreSQL can't store: NUL and unpaired surrogates. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** An area of the picture, as shares of its width and height. */
export const studioArea = z.object({ x: share, y: share, width: share, height: share });
export type StudioArea = z.infer<typeof studioArea>;

/** From `start` up to but not including `end`, in seconds of the source. */
export const studioCut = z.object({ start: seconds, end: seconds });
export type StudioCut = z.infer<typeof studioCut>;

export const studioFrame = z.object({
  /** fill: a 9:16 window; stack: the face above the game; fit: the whole picture on a blurred copy of it. */
  layout: z.enum(['fill', 'stack', 'fit']),
  /** Horizontal middle of the window, by second of the source; it moves linearly between keys. */
  keys: z.array(z.object({ at: seconds, x: share })).max(studioLimits.keys),
  face: studioArea,
  game: studioArea,
});
export type StudioFrame = z.infer<typeof studioFrame>;

export const captionStyles = ['condensed', 'plain', 'boxed'] as const;
export const captionPositions = ['top', 'centre', 'bottom'] as const;

/** A line of text, in seconds of the source, so that it stays with its spoken words when a cut moves. */
export const studioCue = z.object({
  start: seconds,
  end: seconds,
  text: z.string().max(studioLimits.cueLetters).overwrite(storable),
});
export type StudioCue = z.infer<typeof studioCue>;

export const studioProject = z.object({
  /** In the order in which the clip shows them. */
  cuts: z.array(studioCut).max(studioLimits.cuts),
  frame: studioFrame,
  captions: z.object({
    style: z.enum(captionStyles),
    position: z.enum(captionPositions),
    cues: z.array(studioCue).max(studioLimits.cues),
  }),
  /** Texts over the picture that the listing requires. */
  overlays: z.object({ disclosure: z.boolean(), tags: z.boolean() }),
});
export type StudioProject = z.infer<typeof studioProject>;

export const emptyProject: StudioProject = {
  cuts: [],
  frame: {
    layout: 'fill',
    keys: [],
    face: { x: 0, y: 0.6, width: 0.25, height: 0.4 },
    game: { x: 0.2, y: 0, width: 0.6, height: 1 },
  },
  captions: { style: 'condensed', position: 'centre', cues: [] },
  overlays: { disclosure: false, tags: false },
};

export const studioRoutes = {
  showStudioProject: route('GET /api/clipper/studio/:id', {
    access: 'clipper',
    summary:
      'The caller’s studio project of a listing; version 0 before the first save, null if it can no longer be read',
    params: idParams,
    reply: z.object({ version: z.int(), project: studioProject.nullable() }),
  }),
  saveStudioProject: route('PUT /api/clipper/studio/:id', {
    access: 'clipper',
    summary: 'Save a project, replacing the version that was edited',
    params: idParams,
    /** `clipperId`: the project's owner, because another account may have signed in in the same browser meanwhile. */
    body: z.object({
      clipperId: idSchema,
      version: z.int().min(0).max(STUDIO_VERSION_MAX),
      project: studioProject,
    }),
    reply: z.object({ version: z.int() }),
    errors: ['not_found', 'studio_project_changed', 'studio_other_account', 'studio_projects_full'],
    bodyMaxBytes: PROJECT_MAX_BYTES,
    perMinute: 60,
  }),
};
