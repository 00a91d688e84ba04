import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';

const clip = (likes: number | null) => ({
  platform: 'tiktok',
  postedAt: '2026-09-01T12:00:00Z',
  followers: null,
  snapshots: Array.from({ length: 30 }, (_, i) => ({
    hours: i + 1,
    views: Math.round(4_000 * Math.sqrt(i + 1)),
    likes: likes === null ? null : Math.round(likes * Math.sqrt(i + 1)),
    comments: 3 + i,
    shares: null,
  })),
});

/** Runs the command as a person does, with the lines on standard input. */
async function score(lines: string[]): Promise<{ code: number | null; out: string[]; err: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/score.ts']);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.end(lines.join('\n'));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out: out.trim() === '' ? [] : out.trim().split('\n'), err };
}

test('each line is answered by one line, in order', async () => {
  const { code, out } = await score([JSON.stringify(clip(200)), '', JSON.stringify(clip(2))]);
  expect(code).toBe(0);
  const [honest, likeless] = out.map((line) => JSON.parse(line));
  expect(honest).toEqual({ score: expect.any(Number), band: 'clean', contributions: expect.any(Array) });
  expect(likeless.band).toBe('hold');
  const points = likeless.contributions.map((entry: { points: number }) => entry.points);
  expect(points.reduce((a: number, b: number) => a + b, 0)).toBe(likeless.score);
  expect(Object.keys(likeless.contributions[0])).toEqual(['signal', 'points', 'sentence']);
});

test("shared analytics are scored too, and ask for a person's review while no honest ones are known", async () => {
  const period = {
    fromHours: 0,
    toHours: 30,
    views: 21_909,
    trafficSources: { direct: 0.9 },
    countries: { VN: 1 },
  };
  const starts = { periods: [{ ...period, averagePercentage: 4 }] };
  const { code, out } = await score([JSON.stringify({ ...clip(200), analytics: starts })]);
  expect(code).toBe(0);
  const { band, contributions } = JSON.parse(out[0]!);
  expect(band).toBe('needs_review');
  expect(contributions.map(({ signal }: { signal: string }) => signal)).toEqual(
    expect.arrayContaining(['short_watch_time', 'untraceable_traffic']),
  );
});

test.each([
  [
    'Line 2: analytics.periods.0.trafficSources',
    JSON.stringify({
      ...clip(1),
      analytics: { periods: [{ fromHours: 0, toHours: 1, views: 1, trafficSources: { bots: 1 } }] },
    }),
  ],
  ['Line 2: not a JSON object', '{"platform":'],
  ['Line 2: platform', '{"platform":"vimeo","postedAt":"2026-09-01T12:00:00Z","snapshots":[]}'],
  ['Line 2: snapshots.0.views', JSON.stringify({ ...clip(1), snapshots: [{ hours: 1, views: -1 }] })],
])(
  'a bad line stops the run and is named: %s',
  async (message, bad) => {
    const { code, out, err } = await score([JSON.stringify(clip(200)), bad, JSON.stringify(clip(200))]);
    expect(code).toBe(1);
    expect(out).toHaveLength(1);
    expect(err).toContain(message);
  },
  30_000,
);
