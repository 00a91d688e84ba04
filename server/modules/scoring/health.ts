import { platforms } from '#contract/platforms/platforms.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import type { Database } from '#server/infra/transaction.ts';
import { openDrifts } from './queries.ts';

/** Reports open drifts: honest clips may be held or asked about more often than promised until an admin decides. */
export const scoreCheck = (db: Database): HealthCheck => ({
  name: 'Score',
  problem: async () => {
    const drifts = await openDrifts(db);
    if (drifts.length === 0) return null;
    const classes = drifts.map(
      ({ platform, size, evidence }) =>
        `${platforms[platform].name} (${size} clips${evidence === 'analytics' ? ' with analytics' : ''})`,
    );
    return `Honest clips score higher than those that scores are compared with: ${classes.join(', ')}. Nothing is held there by the score until an admin has looked at it under Score report.`;
  },
});

export const scoreMetrics = (db: Database): Metric[] => [
  {
    name: 'permille_score_drifts',
    help: 'Classes of clips (platform, size, evidence) whose honest clips score higher than those that scores are compared with',
    read: async () => (await openDrifts(db)).length,
  },
];
