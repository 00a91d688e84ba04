import { expect, test } from 'vitest';
import { demoSources, sourceFile } from '#db/seed/demo-sources.ts';
import { openSound } from './decode.ts';
import { fingerprint } from './fingerprint.ts';
import { locate } from './locate.ts';
import { hasEnoughSound } from './search.ts';
import { SAMPLE_RATE } from './spectrum.ts';

const SECONDS = 90;

async function read(host: string): Promise<Float32Array> {
  const sound = await openSound(sourceFile(host), null);
  if ('state' in sound) throw new Error(`the video of ${host} has no sound`);
  return await sound.read({ fromSeconds: 0, seconds: SECONDS });
}

const hosts = Object.keys(demoSources);
const sounds = new Map(await Promise.all(hosts.map(async (host) => [host, await read(host)] as const)));

test.each(hosts)(
  'a genuine cut of the video of %s is found at its position, and in no other video',
  (host) => {
    const cut = sounds.get(host)!.slice(31 * SAMPLE_RATE, 51 * SAMPLE_RATE);
    expect(hasEnoughSound(fingerprint(cut))).toBe(true);
    for (const [other, sound] of sounds) {
      const source = fingerprint(sound);
      expect(hasEnoughSound(source)).toBe(true);
      const found = locate(cut, source);
      const ms = found.reduce((sum, { clipFromMs, clipToMs }) => sum + clipToMs - clipFromMs, 0);
      if (other !== host) expect(ms).toBe(0);
      else {
        expect(ms).toBeGreaterThan(0.8 * 20_000);
        expect(found[0]!.sourceFromMs - found[0]!.clipFromMs).toBeCloseTo(31_000, -3);
      }
    }
  },
);

test('a short tone every five seconds is too little sound for a result', () => {
  const tones = Float32Array.from({ length: 60 * SAMPLE_RATE }, (_, i) => {
    const t = (i / SAMPLE_RATE) % 5;
    return t < 0.6 ? 0.3 * Math.sin(2 * Math.PI * 400 * t) * Math.exp(-8 * t) : 0;
  });
  expect(hasEnoughSound(fingerprint(tones))).toBe(false);
  expect(hasEnoughSound(fingerprint(new Float32Array(60 * SAMPLE_RATE)))).toBe(false);
});
