import { AudioBufferSink } from 'mediabunny';
import { nextPaint } from './next-paint.ts';
import type { OpenedSource } from './open-source.ts';

/** Sound is asked for this far ahead. */
const AHEAD_SECONDS = 1;

/** The sound beside the picture: pieces are handed to the browser a second before they are heard. */
export function createSound(source: OpenedSource) {
  let context: AudioContext | undefined;
  let run = 0;
  const playing = new Set<AudioBufferSourceNode>();
  const stop = () => {
    run += 1;
    for (const node of playing) node.stop();
    playing.clear();
  };
  const feed = async (mine: number, from: number, out: AudioContext) => {
    const begin = out.currentTime;
    const sink = new AudioBufferSink(source.audio!);
    for await (const { buffer, timestamp } of sink.buffers(from)) {
      while (mine === run && timestamp - from > out.currentTime - begin + AHEAD_SECONDS) await nextPaint();
      if (mine !== run) return;
      const node = out.createBufferSource();
      node.buffer = buffer;
      node.connect(out.destination);
      node.onended = () => playing.delete(node);
      playing.add(node);
      const when = begin + timestamp - from;
      const late = Math.max(0, out.currentTime - when);
      if (late < buffer.duration) node.start(when + late, late);
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
