import type { Labelled, Metric } from '#server/infra/metric.ts';
import type { CallLedger } from './call-ledger.ts';
import type { CallUsage } from './call-usage.ts';

const labelNames = ['platform', 'bucket', 'period'];

/**
 * Metrics of the used and remaining calls of each platform's allowance. They are read from the booked calls,
 * so they are the same in every process.
 */
export function callMetrics(calls: CallLedger): Metric[] {
  const perBucket = async (figureOf: (usage: CallUsage) => number | null): Promise<Labelled[]> =>
    (await calls.usage()).flatMap((usage) => {
      const value = figureOf(usage);
      const { platform, bucket, period } = usage;
      return value === null ? [] : [{ labels: { platform, bucket, period }, value }];
    });
  return [
    {
      name: 'permille_platform_calls_used',
      help: 'Calls of an allowance in its current period: the day of the platform, or ten seconds',
      labelNames,
      read: () => perBucket(({ used }) => used),
    },
    {
      name: 'permille_platform_calls_allowed',
      help: 'How many calls an allowance has in a period; absent where the platform names none',
      labelNames,
      read: () => perBucket(({ allowed }) => allowed),
    },
    {
      name: 'permille_platform_calls_left',
      help: 'How many calls are left of an allowance in its current period; absent where the platform names none',
      labelNames,
      read: () => perBucket(({ used, allowed }) => (allowed === null ? null : Math.max(0, allowed - used))),
    },
    {
      name: 'permille_platform_backoff_seconds',
      help: 'For how long a platform that asked to be left alone is not asked yet',
      labelNames: ['platform'],
      read: async () =>
        (await calls.backoffs()).map(({ platform, seconds }) => ({ labels: { platform }, value: seconds })),
    },
  ];
}
