import type { StudioArea, StudioFrame, StudioProject } from '#contract/studio.ts';
import { type CaptionWord, cueAt, linesOf, wordsOf } from './caption-words.ts';

export const CLIP_WIDTH = 1080;
export const CLIP_HEIGHT = 1920;
/** The face above the game has this share of the height. */
const FACE_SHARE = 0.38;

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A decoded picture that can be drawn on a canvas: a canvas of the page, or a frame of the decoder. */
export interface Picture {
  width: number;
  height: number;
  draw(to: Context, from: Box, into: Box): void;
}

/** Texts that the listing requires on the picture; null for texts that it doesn't require. */
export interface OverlayTexts {
  disclosure: string | null;
  tags: string | null;
}

/** Returns the horizontal middle of the window at this second, interpolated linearly between two keys. */
export function windowAt({ keys }: Pick<StudioFrame, 'keys'>, seconds: number): number {
  const after = keys.findIndex(({ at }) => at > seconds);
  const before = keys[after < 0 ? keys.length - 1 : after - 1];
  const next = after < 0 ? undefined : keys[after];
  if (!before) return next?.x ?? 0.5;
  if (!next) return before.x;
  return before.x + ((next.x - before.x) * (seconds - before.at)) / (next.at - before.at);
}

/**
 * Returns the largest part of `area` that has the shape of `into`. Its horizontal middle is at `middle`, as
 * far as the part stays within `area`.
 */
export function covering(
  picture: { width: number; height: number },
  area: StudioArea,
  into: { width: number; height: number },
  middle = 0.5,
): Box {
  const [width, height] = [area.width * picture.width, area.height * picture.height];
  const scale = Math.min(width / into.width, height / into.height);
  const part = { width: into.width * scale, height: into.height * scale };
  const across = middle * width - part.width / 2;
  return {
    x: area.x * picture.width + Math.min(Math.max(0, across), width - part.width),
    y: area.y * picture.height + (height - part.height) / 2,
    ...part,
  };
}

const whole: StudioArea = { x: 0, y: 0, width: 1, height: 1 };

/** Draws the clip's picture, 1080 by 1920, for second `at` of the source. */
export function compose(
  to: Context,
  picture: Picture,
  project: StudioProject,
  at: number,
  texts: OverlayTexts,
): void {
  layOut(to, picture, project.frame, at);
  const { cues, style, position } = project.captions;
  const cue = cueAt(cues, at);
  if (cue) drawCaption(to, wordsOf(cue), { style, position, at });
  const rows = [
    project.overlays.disclosure ? texts.disclosure : null,
    project.overlays.tags ? texts.tags : null,
  ].filter((text) => text !== null);
  for (const [index, text] of rows.entries()) drawChip(to, text, 210 + index * 76);
}

function layOut(to: Context, picture: Picture, frame: StudioFrame, at: number): void {
  const full = { x: 0, y: 0, width: CLIP_WIDTH, height: CLIP_HEIGHT };
  if (frame.layout === 'fill') {
    picture.draw(to, covering(picture, whole, full, windowAt(frame, at)), full);
  } else if (frame.layout === 'stack') {
    const face = { ...full, height: Math.round(CLIP_HEIGHT * FACE_SHARE) };
    const game = { ...full, y: face.height, height: CLIP_HEIGHT - face.height };
    picture.draw(to, covering(picture, frame.face, face), face);
    picture.draw(to, covering(picture, frame.game, game), game);
  } else {
    drawBlurred(to, picture, full);
    const scale = Math.min(CLIP_WIDTH / picture.width, CLIP_HEIGHT / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    const into = { x: (CLIP_WIDTH - width) / 2, y: (CLIP_HEIGHT - height) / 2, width, height };
    picture.draw(to, { x: 0, y: 0, width: picture.width, height: picture.height }, into);
  }
}

let small: OffscreenCanvas | undefined;

/**
 * Draws a blurred copy by shrinking and then enlarging it. A blur filter of this size would take longer than
 * all other drawing.
 */
function drawBlurred(to: Context, picture: Picture, into: Box): void {
  small ??= new OffscreenCanvas(27, 48);
  const context = small.getContext('2d', { alpha: false })!;
  const all = { x: 0, y: 0, width: small.width, height: small.height };
  picture.draw(context, covering(picture, whole, into), all);
  context.fillStyle = 'rgb(0 0 0 / 0.35)';
  context.fillRect(0, 0, all.width, all.height);
  to.imageSmoothingQuality = 'high';
  to.drawImage(small, into.x, into.y, into.width, into.height);
}

/** Width and middle of texts, within the safe areas of all three platforms. */
const TEXT_WIDTH = CLIP_WIDTH * 0.78;
const TEXT_MIDDLE = CLIP_WIDTH * 0.46;
const middles = { top: 0.24, centre: 0.6, bottom: 0.74 } as const;
const LINE = 108;
export const SIGNAL = '#C8F04B';

function drawCaption(
  to: Context,
  words: readonly CaptionWord[],
  { style, position, at }: Pick<StudioProject['captions'], 'style' | 'position'> & { at: number },
): void {
  to.textAlign = 'left';
  to.textBaseline = 'middle';
  to.lineJoin = 'round';
  to.font = `800 ${style === 'condensed' ? 100 : 76}px "Archivo Variable", sans-serif`;
  // This is set after `font`, because assigning `font` resets it.
  to.fontStretch = style === 'condensed' ? 'extra-condensed' : 'normal';
  const measure = (text: string) => to.measureText(text).width;
  const lines = linesOf(words, TEXT_WIDTH, measure);
  const space = measure(' ');
  const top = CLIP_HEIGHT * middles[position] - ((lines.length - 1) * LINE) / 2;
  for (const [row, line] of lines.entries()) {
    const width = measure(line.map(({ text }) => text).join(' '));
    const y = top + row * LINE;
    let x = TEXT_MIDDLE - width / 2;
    if (style === 'boxed') {
      to.fillStyle = 'rgb(0 0 0 / 0.82)';
      to.fillRect(x - 22, y - LINE / 2, width + 44, LINE);
    }
    for (const word of line) {
      drawWord(to, word.text, { x, y, spoken: word.start <= at && at < word.end, style });
      x += measure(word.text) + space;
    }
  }
}

function drawWord(
  to: Context,
  text: string,
  { x, y, spoken, style }: { x: number; y: number; spoken: boolean; style: string },
): void {
  if (style !== 'boxed') {
    to.lineWidth = 16;
    to.strokeStyle = '#000';
    to.strokeText(text, x, y);
  }
  to.fillStyle = spoken && style !== 'plain' ? SIGNAL : '#FFF';
  to.fillText(text, x, y);
}

/** Draws a small label at the upper left. */
function drawChip(to: Context, text: string, y: number): void {
  to.textAlign = 'left';
  to.textBaseline = 'middle';
  to.font = '640 40px "Archivo Variable", sans-serif';
  to.fontStretch = 'normal';
  const width = Math.min(to.measureText(text).width, TEXT_WIDTH);
  to.fillStyle = 'rgb(0 0 0 / 0.7)';
  to.fillRect(60, y - 32, width + 36, 64);
  to.fillStyle = '#FFF';
  to.fillText(text, 78, y, TEXT_WIDTH);
}
