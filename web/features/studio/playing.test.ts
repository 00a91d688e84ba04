import { expect, test } from 'vitest';
import { soundPath } from './lanes.tsx';
import { createPieces } from './play-sound.ts';
import { createStills, isDue } from './player.ts';
import { frameCounts, shownAt } from './render-clip.ts';
import { loudest, loudestSeconds, silencesIn } from './silence.ts';

test('skips a late picture, but shows some if all are late', () => {
  expect(isDue(0, 1 / 30, 0)).toBe(true);
  expect(isDue(0.5, 1 / 30, 40)).toBe(false);
  expect(isDue(5, 1 / 30, 150)).toBe(true);
});

test('of the pictures requested while one is read only the latest is shown, without waiting for the others', async () => {
  const asked: number[] = [];
  const drawn: number[] = [];
  const reads: (() => void)[] = [];
  const stills = createStills(
    {
      getCanvas: async (at) => {
        asked.push(at);
        await new Promise<void>((read) => reads.push(read));
        return { canvas: {} as HTMLCanvasElement, timestamp: at, duration: 1 };
      },
    },
    { fps: 0.5 },
    { isForward: () => false, picture: (_, at) => drawn.push(at), failed: expect.unreachable },
  );
  await stills.settled();
  for (const at of [1, 2, 3]) stills.show(at);
  let isSettled = false;
  const settled = stills.settled().then(() => {
    isSettled = true;
  });
  reads.shift()!();
  await expect.poll(() => asked).toEqual([2, 4]);
  expect([drawn, isSettled]).toEqual([[1], false]);
  reads.shift()!();
  await settled;
  expect(drawn).toEqual([1, 3]);
});

test('a hundred cuts of half frames are as long as their sound', () => {
  const cuts = Array.from({ length: 100 }, (_, at) => ({ start: at, end: at + 0.5 + 1 / 120 }));
  const counts = frameCounts(cuts, 60);
  const frames = counts.reduce((sum, count) => sum + count, 0);
  expect(frames).toBe(Math.round(100 * (0.5 + 1 / 120) * 60));
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  expect(frameCounts([{ start: 1, end: 1 }], 60)).toEqual([0]);
});

test('each time gets its picture, and every picture is closed once', async () => {
  const closed: number[] = [];
  async function* samples() {
    for (const timestamp of [1, 1.5, 2, 2.5, 3]) yield { timestamp, close: () => closed.push(timestamp) };
  }
  const seen: (number | undefined)[] = [];
  for await (const { sample } of shownAt({ samples } as never, [0.5, 1.1, 1.2, 2.6])) {
    if (sample) expect(closed).not.toContain(sample.timestamp);
    seen.push(sample?.timestamp);
  }
  expect(seen).toEqual([undefined, 1, 1, 2.5]);
  expect(closed.toSorted()).toEqual([1, 1.5, 2, 2.5, 3]);
});

test('handles the sound of a whole day as well as that of an hour', () => {
  const peaks = new Map(Array.from({ length: 864_000 }, (_, tenth) => [tenth, tenth === 500_000 ? 1 : 0.2]));
  expect(loudest(peaks)).toBe(1);
  expect(silencesIn([{ start: 0, end: 86_400 }], peaks)).toEqual([]);
  expect(loudestSeconds(peaks, 1, 3)).toEqual([50_000]);
  const path = soundPath({ from: 0, span: 86_400 }, peaks);
  expect(path.split('M').length).toBeLessThanOrEqual(402);
  expect(soundPath({ from: 10, span: 4 }, peaks)).toMatch(/^M0\.00 /);
  expect(soundPath({ from: 0, span: 4 }, new Map())).toBe('');
});

test('skips a piece of sound that is too late, and can stop those that are heard', () => {
  const began: number[][] = [];
  const stopped: number[] = [];
  const createBufferSource = () => {
    let isBegun = false;
    return {
      connect() {},
      start(when: number, offset: number) {
        isBegun = true;
        began.push([when, offset]);
      },
      stop() {
        if (!isBegun) throw new Error('InvalidStateError');
        stopped.push(began.length);
      },
    } as unknown as AudioBufferSourceNode;
  };
  const out = { currentTime: 3, destination: {} as AudioDestinationNode, createBufferSource };
  const piece = { duration: 0.5 } as AudioBuffer;
  const pieces = createPieces();
  pieces.add(out, piece, 1);
  pieces.add(out, piece, 2.75);
  pieces.add(out, piece, 3.25);
  expect(began).toEqual([
    [3, 0.25],
    [3.25, 0],
  ]);
  pieces.stop();
  pieces.stop();
  expect(stopped).toHaveLength(2);
});
