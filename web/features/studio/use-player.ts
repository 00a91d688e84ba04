import { useEffect, useRef, useState } from 'react';
import type { StudioProject } from '#contract/studio.ts';
import { CLIP_WIDTH, compose, type OverlayTexts, type Picture } from './compose.ts';
import type { OpenedSource } from './open-source.ts';
import { createPlayer, type Player } from './player.ts';

type Canvas = HTMLCanvasElement | OffscreenCanvas;

const pictureOf = (canvas: Canvas): Picture => ({
  width: canvas.width,
  height: canvas.height,
  draw: (to, from, into) =>
    to.drawImage(canvas, from.x, from.y, from.width, from.height, into.x, into.y, into.width, into.height),
});

/** Plays the source on two canvases: on one unchanged, and on the other as the clip will look. */
export function usePlayer(source: OpenedSource, project: StudioProject, texts: OverlayTexts) {
  const [player, setPlayer] = useState<Player | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [rate, setRate] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const sourceCanvas = useRef<HTMLCanvasElement>(null);
  const clipCanvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef<{ canvas: Canvas; at: number } | null>(null);
  const latest = useRef({ project, texts });
  latest.current = { project, texts };

  const [draw] = useState(() => () => {
    if (!shown.current) return;
    const { canvas, at } = shown.current;
    sourceCanvas.current?.getContext('2d')?.drawImage(canvas, 0, 0);
    const context = clipCanvas.current?.getContext('2d', { alpha: false });
    if (!context) return;
    const scale = context.canvas.width / CLIP_WIDTH;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    compose(context, pictureOf(canvas), latest.current.project, at, latest.current.texts);
  });

  useEffect(() => {
    const made = createPlayer(source, {
      picture(canvas, at) {
        shown.current = { canvas, at };
        const own = sourceCanvas.current;
        if (own && own.width !== canvas.width) [own.width, own.height] = [canvas.width, canvas.height];
        draw();
        setSeconds(at);
        setFault(null);
      },
      rate: setRate,
      failed: (error) => setFault(error instanceof Error ? error.message : String(error)),
    });
    setPlayer(made);
    made.seek(0);
    return () => made.dispose();
  }, [source, draw]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: redraws when the project changes
  useEffect(draw, [project]);

  return { player, seconds, rate, fault, sourceCanvas, clipCanvas };
}
