import { z } from 'zod';
import { idParams, idSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Limits of a project. The studio refuses an edit that exceeds them, so that every project can be saved. */
export const studioLimits = { cuts: 100, cues: 1_000, keys: 200, cueLetters: 300 } as const;
/**
 * Maximum size of the request that saves a project, enough for more than an hour of word-by-word captions.
 */
export const PROJECT_MAX_BYTES = 384 * 1024;

/** Number of projects that one person can keep. Each listing has at most one. */
export const STUDIO_PROJECTS_MAX = 100;
const STUDIO_VERSION_MAX = 1_000_000_000;

const millionths = (value: number) => Math.round(value * 1e6) / 1e6;
/**
 * Seconds of a source, which is at most a day long. They are rounded to millionths, which still distinguishes
 * any two frames.
 */
const seconds = z.number().min(0).max(86_400).overwrite(millionths);
const share = z.number().min(0).max(1).overwrite(millionths);
/** Removes characters that PostgreSQL can't store: NUL and unpaired surrogates. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** An area of the picture, as shares of its width and height. */
export const studioArea = z.object({ x: share, y: share, width: share, height: share });
export type StudioArea = z.infer<typeof studioArea>;

/** A part of the source, from second `start` up to but not including `end`. */
export const studioCut = z.object({ start: seconds, end: seconds });
export type StudioCut = z.infer<typeof studioCut>;

export const studioFrame = z.object({
  /**
   * fill: a 9:16 window of the picture. stack: the face above the game. fit: the whole picture on a blurred
   * copy of itself.
   */
  layout: z.enum(['fill', 'stack', 'fit']),
  /**
   * Horizontal middle of the window at some seconds of the source. Between two keys the window moves
   * linearly.
   */
  keys: z.array(z.object({ at: seconds, x: share })).max(studioLimits.keys),
  face: studioArea,
  game: studioArea,
});
export type StudioFrame = z.infer<typeof studioFrame>;

export const captionStyles = ['condensed', 'plain', 'boxed'] as const;
export const captionPositions = ['top', 'centre', 'bottom'] as const;

/**
 * A line of text with its times in seconds of the source, so that it stays with the spoken words when a cut
 * moves.
 */
export const studioCue = z.object({
  start: seconds,
  end: seconds,
  text: z.string().max(studioLimits.cueLetters).overwrite(storable),
});
export type StudioCue = z.infer<typeof studioCue>;

export const studioProject = z.object({
  /** The cuts in the order in which the clip shows them. */
  cuts: z.array(studioCut).max(studioLimits.cuts),
  frame: studioFrame,
  captions: z.object({
    style: z.enum(captionStyles),
    position: z.enum(captionPositions),
    cues: z.array(studioCue).max(studioLimits.cues),
  }),
  /** Texts that the listing requires, shown over the picture. */
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
    /**
     * `clipperId` is the project's owner. The save is refused if another account has signed in in this
     * browser.
     */
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
