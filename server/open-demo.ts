import { readerOf } from './build-modules.ts';
import { isSharedDemo } from './config/dev-tools.ts';
import type { Config } from './config.ts';
import { type DemoDeps, demoReset, lastReset, resetDemo } from './demo.ts';
import { demoPayouts } from './demo-payouts.ts';
import { registerDemoRoutes } from './demo-tools.ts';
import { passing, registerDevToolRoutes } from './http/dev-tools.ts';
import type { Api } from './http/route.ts';
import { type Clock, DAY, MovableClock } from './infra/clock.ts';
import type { Secrets } from './infra/secrets.ts';
import type { Job, Ticker } from './infra/tick.ts';
import type { Database } from './infra/transaction.ts';
import { registerMailPreviews } from './mail-previews.ts';
import { isDemoAddress } from './modules/accounts/accounts.ts';
import type { OpenPlatforms } from './open-platforms.ts';

/** Returns the dependencies of the demo; null outside demo mode. */
export const demoOf = (
  { appUrl, dataDir, demoMarket, mode, devTools }: Config,
  own: { db: Database; clock: Clock; secrets: Secrets },
  platforms: OpenPlatforms,
): DemoDeps | null =>
  platforms.simulator && {
    ...{ db: own.db, clock: own.clock, dataDir },
    connect: { ...readerOf(own, platforms), appUrl },
    simulator: platforms.simulator,
    stripe: platforms.simulatedStripe,
    isShared: isSharedDemo({ mode, devTools }),
    // A clock that tools move stops at every moment at which something is due. With tools, the counts are
    // therefore not spread over the hour.
    market: demoMarket ? { spread: !devTools } : null,
  };

/**
 * With dev tools there is no reset, because tests move the clock by days and a reset in between would remove
 * their people.
 */
export const demoJobs = ({ devTools }: Config, demo: DemoDeps): Job[] => [
  demoPayouts(demo.db),
  ...(devTools ? [] : [demoReset(demo)]),
];

export interface Tools {
  ticker: Ticker;
  jobs: Job[];
  simulator: OpenPlatforms['simulator'];
  demo: DemoDeps | null;
}

/** Registers the tools of demos and developers. The clock can be moved only with dev tools. */
export function registerTools(api: Api, config: Config, { simulator, demo, ...work }: Tools): void {
  const { server, db, clock } = api;
  const moves = config.devTools && clock instanceof MovableClock ? { db, clock, ...work } : null;
  if (moves) {
    registerDevToolRoutes({ server, ...moves, simulator });
    registerMailPreviews(server, { appUrl: config.appUrl, now: () => clock.now() });
  }
  registerDemoRoutes(api, {
    simulator,
    // Mails to the operator's address are not shown to a person who signs up with it, because that person is
    // not the operator.
    showsMailsTo: (address) =>
      isDemoAddress(address) || (config.mail.smtpUrl === null && address !== config.alerts.email),
    passDay: moves && (() => passing(moves)(DAY).then(() => clock.now())),
    demo: demo && {
      isShared: demo.isShared,
      lastReset: () => lastReset(demo),
      reset: () => work.ticker.alone(() => resetDemo(demo)),
    },
  });
}
