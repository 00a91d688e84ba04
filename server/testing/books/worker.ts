import type { Clock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { jobOf } from '#server/testing/jobs.ts';
import { testModules } from '#server/testing/modules.ts';
import { urlsAt } from '#simulator/addresses.ts';

/** A second process that does what is due, beside the server's own jobs. */
export interface Worker {
  /** Runs all jobs that move money, at the same time. */
  runAll(): Promise<void>;
  stop(): Promise<void>;
}

/** Builds the jobs that move money on their own connections, with the same simulated Stripe and PayPal. */
export function secondWorker(appUrl: string, clock: Clock, simulatorPort: string): Worker {
  const { db, close } = createDatabase(appUrl);
  const urls = urlsAt(`http://127.0.0.1:${simulatorPort}`, '');
  const paypal = {
    base: urls.paypal,
    clientId: 'simulator',
    clientSecret: 'simulator-secret',
    webhookId: 'WH-SIMULATOR',
    certificateOrigins: [urls.paypal],
  };
  const stripe = {
    secretKey: 'sk_test_simulator',
    webhookSecret: 'whsec_of_another_process',
    base: urls.stripeApi,
    livemode: false,
    simulated: true,
  };
  const names = [
    'submissions',
    'fraud-holds',
    'appeals',
    'listings',
    'deposits',
    'payouts',
    'earnings',
  ] as const;
  const given = { platforms: { stripe, paypal }, env: { MODE: 'demo' } };
  const [counting, ...modules] = testModules(db, clock, ['counting', ...names], given);
  const jobs = [jobOf(counting, 'counting.finish'), ...modules.flatMap((module) => module.jobs ?? [])];
  return {
    async runAll() {
      await Promise.all(jobs.map((job) => job.run(clock.now())));
    },
    stop: close,
  };
}
