import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DAY, HOUR, MINUTE, type MovableClock } from '#server/infra/clock.ts';
import { passTime, rememberDevClock } from '#server/infra/dev-clock.ts';
import { readDues } from '#server/infra/dues.ts';
import { listOutbox } from '#server/infra/mail.ts';
import type { Job, Ticker } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/** The operations of the simulated outside services that tools and tests may use. */
export interface SimulatorControl {
  createPost(input: unknown): Promise<unknown>;
  changePost(input: unknown): Promise<unknown>;
  disconnect(input: unknown): Promise<unknown>;
  setFault(input: unknown): Promise<unknown>;
  setRefusal(input: unknown): Promise<unknown>;
  steerPaypal(input: unknown): Promise<unknown>;
  steerStripe(input: unknown): Promise<unknown>;
}

interface Deps {
  server: FastifyInstance;
  db: Database;
  clock: MovableClock;
  ticker: Ticker;
  jobs: Job[];
  simulator: SimulatorControl | null;
}

const UNITS = { m: MINUTE, h: HOUR, d: DAY } as const;
const MAX_ADVANCE = 400 * DAY;

/** Parses "48h", "30m" or "3d" as milliseconds. */
export const durationSchema = z
  .string()
  .regex(/^\d{1,5}[mhd]$/, 'must be a number with m, h or d, such as "48h"')
  .transform((text) => Number(text.slice(0, -1)) * UNITS[text.slice(-1) as keyof typeof UNITS])
  .refine((ms) => ms <= MAX_ADVANCE, 'must be at most 400d');

/**
 * Moves the clock by milliseconds. The clock stops at every moment at which something is due, or with
 * `leastStepMs` in steps of at least that length. Returns the number of stops.
 */
export const passing =
  ({ db, clock, ticker, jobs }: Pick<Deps, 'db' | 'clock' | 'ticker' | 'jobs'>) =>
  (ms: number, leastStepMs?: number): Promise<number> =>
    ticker.alone((run) =>
      passTime(ms, {
        ...{ clock, jobs, run, leastStepMs },
        readDues: readDues(db),
        moved: () => rememberDevClock(db, clock),
      }),
    );

/** Mounts /dev/*; call it only when the configuration allows tools. */
export function registerDevToolRoutes({ server, db, clock, ticker, jobs, simulator }: Deps): void {
  const pass = passing({ db, clock, ticker, jobs });
  server.get('/dev/outbox', async () => await listOutbox(db));

  server.post(
    '/dev/clock',
    { schema: { body: z.object({ advance: durationSchema, step: durationSchema.optional() }) } },
    async (request) => {
      const { advance, step } = request.body as { advance: number; step?: number };
      const steps = await pass(advance, step);
      return { now: clock.now().toISOString(), steps };
    },
  );

  if (!simulator) return;
  server.post('/dev/simulator/videos', (request) => simulator.createPost(request.body));
  server.patch('/dev/simulator/videos', (request) => simulator.changePost(request.body));
  server.post('/dev/simulator/disconnect', (request) => simulator.disconnect(request.body));
  server.patch('/dev/simulator/faults', (request) => simulator.setFault(request.body));
  server.patch('/dev/simulator/errors', (request) => simulator.setRefusal(request.body));
  server.patch('/dev/simulator/paypal', (request) => simulator.steerPaypal(request.body));
  server.patch('/dev/simulator/stripe', (request) => simulator.steerStripe(request.body));
}
