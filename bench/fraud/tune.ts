import { systemClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { shippedRules } from '#server/modules/scoring/score/rules.ts';
import { earlier } from './earlier.ts';
import { climb, type Seen, see, settingsOf } from './fit-rules.ts';
import { learnFromVerdicts } from './learn-from-verdicts.ts';
import { drawClips } from './population.ts';
import { seededRandom } from './random.ts';
import { fraudScenarios, organicScenarios } from './scenarios.ts';
import { drawSimulated, simulatedScenarios } from './simulated.ts';
import { verdictTable } from './verdict-table.ts';

/**
 * npm run tune-score [-- CLIPS]: fits the weights and ramps of the growth signals to clips of the training
 * seeds and prints them; a developer copies them into the catalogue. It never draws the seeds of
 * `bench/fraud.ts`. Signals that a generator can't model (the platform's usual likes, reports, listing times,
 * duplicates) keep their hand-set values.
 *
 * npm run tune-score -- --database [URL]: fits them to people's decisions about the clips of a database
 * (DATABASE_URL without a URL), and proposes them to its admins. Exits with 1 when it proposes nothing, and
 * prints the reason.
 */
const SEEDS = [21, 22, 23];
const FITTED: ReadonlySet<string> = new Set([
  'view_spike',
  'unliked_burst',
  'linear_delivery',
  'abrupt_stop',
  'like_rate_drop',
  'missing_decay',
  'regular_likes',
  'instant_plateau',
  'no_daily_cycle',
]);
const report = (line: string) => void process.stderr.write(`${line}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);

function measureDrawn(count: number): Seen[] {
  return SEEDS.flatMap((seed) => {
    const random = seededRandom(seed);
    const drawn = [
      ...[...organicScenarios, ...fraudScenarios].map((scenario) => drawClips(scenario, count, seed)),
      ...simulatedScenarios.map(({ name }) => drawSimulated(name, count, seed)),
    ];
    return drawn
      .flat()
      .flatMap((whole) =>
        [whole.history, earlier(random, whole)].map((history) =>
          see(history, whole.scenario.fraud, { rules: shippedRules, fitted: FITTED }),
        ),
      );
  });
}

function tuneToDrawn(count: number): void {
  const settings = settingsOf(shippedRules);
  climb(measureDrawn(count), settings, { fitted: FITTED, report });
  for (const { id, weight, weak, strong } of settings) {
    if (!FITTED.has(id)) continue;
    print(`${id} weight ${weight.toFixed(2)} weak ${weak.toPrecision(3)} strong ${strong.toPrecision(3)}`);
  }
}

async function tuneToDatabase(url: string | undefined): Promise<number> {
  if (!url) {
    report('Name the database: npm run tune-score -- --database URL, or set DATABASE_URL.');
    return 1;
  }
  const { db, close } = createDatabase(url);
  try {
    const learned = await learnFromVerdicts(db, systemClock.now(), { report });
    if (learned.figures) print(verdictTable(learned.figures));
    print(learned.says);
    return learned.proposalId === null ? 1 : 0;
  } finally {
    await close();
  }
}

const [first, second] = process.argv.slice(2);
if (first === '--database') process.exitCode = await tuneToDatabase(second ?? process.env.DATABASE_URL);
else tuneToDrawn(Number(first ?? 150));
