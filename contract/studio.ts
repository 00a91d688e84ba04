import { z } from 'zod';
import { idParams } from './primitives.ts';
import { route } from './route.ts';

/** Of a source: at most a day. */
const seconds = z.number().min(0).max(86_400);
const share = z.number().min(0).max(1);

/** A part of the picture, in shares of its width and height. */
export const studioArea = z.object({ x: share, y: share, width: share, height: share });
export type StudioArea = z.infer<typeof studioArea>;

/** From `start` up to, not including, `end`, in seconds of the source. */
export const studioCut = z.object({ start: seconds, end: seconds });
export type StudioCut = z.infer<typeof studioCut>;

export const studioFrame = z.object({
  /** fill: a window of 9:16; stack: the face above the game; fit: the whole picture on a blur of itself. */
  layout: z.enum(['fill', 'stack', 'fit']),
  /** Where the middle of the window is across the picture, by second of the source; straight moves between. */
  keys: z.array(z.object({ at: seconds, x: share })).max(200),
  face: studioArea,
  game: studioArea,
});
export type StudioFrame = z.infer<typeof studioFrame>;

export const captionStyles = ['condensed', 'plain', 'boxed'] as const;
export const captionPositions = ['top', 'centre', 'bottom'] as const;

/** A line of text, in seconds of the source, so that it stays with its words when a cut moves. */
export const studioCue = z.object({ start: seconds, end: seconds, text: z.string().max(300) });
export type StudioCue = z.infer<typeof studioCue>;

export const studioProject = z.object({
  /** In the order in which the clip shows them. */
  cuts: z.array(studioCut).max(100),
  frame: studioFrame,
  captions: z.object({
    style: z.enum(captionStyles),
    position: z.enum(captionPositions),
    cues: z.array(studioCue).max(1_000),
  }),
  /** What the listing demands, written over the picture. */
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

/** More than an hour of word-by-word captions. */
const PROJECT_MAX_BYTES = 384 * 1024;

export const studioRoutes = {
  showStudioProject: route('GET /api/clipper/studio/:id', {
    access: 'clipper',
    summary: 'What you cut from the source of a listing; version 0 before the first save',
    params: idParams,
    reply: z.object({ version: z.int(), project: studioProject.nullable() }),
  }),
  saveStudioProject: route('PUT /api/clipper/studio/:id', {
    access: 'clipper',
    summary: 'Keep a project in place of the version that it was made from',
    params: idParams,
    body: z.object({ version: z.int().min(0), project: studioProject }),
    reply: z.object({ version: z.int() }),
    errors: ['not_found', 'studio_project_changed'],
    bodyMaxBytes: PROJECT_MAX_BYTES,
    perMinute: 60,
  }),
};
