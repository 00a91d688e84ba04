import { AudioBufferSink } from 'mediabunny';
import { nextPaint } from './next-paint.ts';
import type { OpenedSource } from './open-source.ts';

/** Sound is asked for this far ahead. */
const AHEAD_SECONDS = 1;

type Output = Pick<AudioContext, 'currentTime' | 'createBufferSource' | 'destination'>;

/** The pieces of sound that are heard or about to be. */
export function createPieces() {
  const playing = new Set<AudioBufferSourceNode>();
  return {
    /** What is late is begun later in it, and what is over is left out: a piece that never began can't be stopped. */
    add(out: Output, buffer: AudioBuffer, when: number) {
      const late = Math.max(0, out.currentTime - when);
      if (late >= buffer.duration) return;
      const node = out.createBufferSource();
      node.buffer = buffer;
      node.connect(out.destination);
      node.onended = () => playing.delete(node);
      node.start(when + late, late);
      playing.add(node);
    },
    stop() {
      const nodes = [...playing];
      playing.clear();
      for (const node of nodes) node.stop();
    },
  };
}

/** The sound beside the picture: pieces are handed to the browser a second before they are heard. */
export function createSound(source: OpenedSource) {
  let context: AudioContext | undefined;
  let run = 0;
  const pieces = createPieces();
  const stop = () => {
    run += 1;
    pieces.stop();
  };
  const feed = async (mine: number, from: number, out: AudioContext) => {
    const begin = out.currentTime;
    const sink = new AudioBufferSink(source.audio!);
    for await (const { buffer, timestamp } of sink.buffers(from)) {
      while (mine === run && timestamp - from > out.currentTime - begin + AHEAD_SECONDS) await nextPaint();
      if (mine !== run) return;
      pieces.add(out, buffer, begin + timestamp - from);
    }
  };
  return {
    stop,
    start(from: number, failed: (error: unknown) => void) {
      stop();
      context ??= new AudioContext();
      void context.resume();
      feed(run, from, context).catch(failed);
    },
    close() {
      stop();
      void context?.close();
    },
  };
}
