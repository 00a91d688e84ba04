import type { Module } from '#server/http/module.ts';
import type { Metric } from '#server/infra/metric.ts';
import { outcomeCounter } from '#server/infra/outcome-counter.ts';
import { outsidePoster } from '#server/infra/post-outside.ts';
import { writeLeaderboards } from './discord/write-leaderboards.job.ts';
import type { EndpointsDeps } from './endpoints-deps.ts';
import { forgetOldDeliveries } from './forget-old.job.ts';
import { attemptOutcomes } from './note-attempt.ts';
import { countDue, countEndpoints } from './queries.ts';
import { registerWebhookEndpointRoutes } from './routes.ts';
import { sendDeliveries } from './send.job.ts';
import { writeDeliveries } from './write-deliveries.job.ts';

export { disableEndpointsOf } from './disable-all.ts';
export { NO_MENTIONS, plainForDiscord } from './discord/plain-text.ts';
export { eraseWebhookEndpoints } from './erase.ts';
export { countEndpointsOf } from './queries.ts';
export { resealEndpoints } from './reseal.ts';

/** Manages webhook endpoints of hosts and clippers, and delivers events to them. */
export function createWebhookEndpointsModule(deps: EndpointsDeps): Module {
  const attempts = outcomeCounter(
    { name: 'permille_webhook_attempts_total', help: 'Attempts of this process to deliver webhooks' },
    attemptOutcomes,
  );
  return {
    name: 'webhook-endpoints',
    routes: (api) => registerWebhookEndpointRoutes(api, deps),
    jobs: [
      writeDeliveries(deps.db),
      writeLeaderboards(deps.db),
      sendDeliveries({
        ...{ ...deps, attempts },
        post: outsidePoster({ allowLoopback: deps.allowLoopback }),
        postToDiscord: outsidePoster({ allowLoopback: true, isService: true }),
      }),
      forgetOldDeliveries(deps.db),
    ],
    metrics: [attempts.metric, ...metricsOf(deps)],
  };
}

const metricsOf = ({ db, clock }: EndpointsDeps): Metric[] => [
  {
    name: 'permille_webhook_deliveries_due',
    help: 'Webhook deliveries whose next attempt is due and has not begun; those of endpoints that are off, or paused because they fail, are left out',
    read: () => countDue(db, clock.now()),
  },
  {
    name: 'permille_webhook_endpoints_failing',
    help: 'Webhook endpoints that are on and whose last attempt failed',
    read: () => countEndpoints(db, 'failing'),
  },
  {
    name: 'permille_webhook_endpoints_off',
    help: 'Webhook endpoints that were turned off because they failed or were gone',
    read: () => countEndpoints(db, 'off'),
  },
];
