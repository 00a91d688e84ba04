import type { Metric } from './metric.ts';

export interface OutcomeCounter<Outcome extends string> {
  count(outcome: Outcome, by?: number): void;
  metric: Metric;
}

/**
 * Counts each outcome in this process, starting at 0, because Prometheus computes a rate only if it has the
 * value before the first event.
 */
export function outcomeCounter<const Outcome extends string>(
  { name, help }: Pick<Metric, 'name' | 'help'>,
  outcomes: readonly Outcome[],
): OutcomeCounter<Outcome> {
  const seen = new Map<Outcome, number>(outcomes.map((outcome) => [outcome, 0]));
  return {
    count: (outcome, by = 1) => void seen.set(outcome, (seen.get(outcome) ?? 0) + by),
    metric: {
      name,
      help,
      type: 'counter',
      labelNames: ['outcome'],
      read: async () => [...seen].map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
  };
}
