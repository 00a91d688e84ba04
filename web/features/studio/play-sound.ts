import { AudioBufferSink } from 'mediabunny';
import { nextPaint } from './next-paint.ts';
import type { OpenedSource } from './open-source.ts';

/** Number of seconds by which reading the sound is ahead of playback. */
const AHEAD_SECONDS = 1;

type Output = Pick<AudioContext, 'currentTime' | 'createBufferSource' | 'destination'>;

/** Returns the pieces of sound that are playing or will play soon. */
export function createPieces() {
  const playing = new Set<AudioBufferSourceNode>();
  return {
    /**
     * Adds a piece. A late piece is started in its middle. A piece whose time is over is skipped, because a
     * piece that never started can't be stopped.
     */
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

/** Plays the sound. The browser gets each piece a second before it is heard. */
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
