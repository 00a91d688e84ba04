import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { deviceTypes, trafficSources } from '#contract/clips/clip-analytics.ts';
import { declarationKinds } from '#contract/declarations.ts';
import { postPlatforms } from '#contract/platforms/platforms.ts';
import { scoreClip } from '#server/modules/scoring/score/score.ts';

/**
 * npm run score [-- FILE]: scores clip histories, one JSON object per line from a file or standard input, one
 * result per line to standard output. Stops with exit code 1 at the first invalid line, and names it.
 */
const count = z.number().nonnegative();
const maybeCount = count.nullish().transform((value) => value ?? null);
const date = z.iso.datetime({ offset: true });
const share = z.number().min(0).max(1);
const audience = z.object({
  averagePercentage: maybeCount,
  subscribedShare: share.nullish(),
  trafficSources: z.partialRecord(z.enum(trafficSources), share).nullish(),
  countries: z
    .record(z.string().regex(/^[A-Z]{2}$/, 'name countries by two capital letters'), share)
    .nullish(),
  devices: z.partialRecord(z.enum(deviceTypes), share).nullish(),
});
const analytics = z.object({
  durationSeconds: maybeCount,
  periods: z.array(
    audience.extend({
      fromHours: count,
      toHours: count,
      views: count,
      engagedViews: maybeCount,
      watchSeconds: maybeCount,
      reach: maybeCount,
    }),
  ),
  account: audience.extend({ clips: count, views: count, engagedShare: share.nullish() }).nullish(),
});
const history = z.object({
  platform: z.enum(postPlatforms),
  postedAt: date,
  followers: maybeCount,
  listingStartsAt: date.nullish(),
  reportedViews: count.nullish(),
  declared: z
    .array(
      z.object({
        kind: z.enum(declarationKinds),
        by: z.enum(['host', 'clipper']),
        at: date,
        declaredAt: date,
      }),
    )
    .optional(),
  analytics: analytics.nullish(),
  snapshots: z.array(
    z.object({
      hours: z.number().nonnegative(),
      views: count,
      likes: maybeCount,
      comments: maybeCount,
      shares: maybeCount,
    }),
  ),
});

function read(line: string): string | z.output<typeof history> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not a JSON object';
  }
  const parsed = history.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  return `${issue.path.join('.') || 'the line'}: ${issue.message}`;
}

const file = process.argv[2];
const lines = createInterface({ input: file ? createReadStream(file) : process.stdin, crlfDelay: Infinity });
let number = 0;
for await (const line of lines) {
  number++;
  if (line.trim() === '') continue;
  const clip = read(line);
  if (typeof clip === 'string') {
    console.error(`Line ${number}: ${clip}`);
    process.exitCode = 1;
    break;
  }
  const { score, band, contributions } = scoreClip(clip);
  const shown = contributions.map(({ signal, points, sentence }) => ({ signal, points, sentence }));
  process.stdout.write(`${JSON.stringify({ score, band, contributions: shown })}\n`);
}
