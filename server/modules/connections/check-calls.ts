import { momentText } from '#contract/dates.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { after, type Clock, MINUTE } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { CallLedger } from './call-ledger.ts';

/**
 * Waits up to this long are normal, as for a minute's allowance or after one refusal, and are not reported.
 */
const SHORT_MS = 15 * MINUTE;

/** Reports each platform that may not be called as often as counting needs, and until when. */
export function callsCheck(calls: CallLedger, clock: Clock): HealthCheck {
  const throttled = async () => {
    const soon = after(clock.now(), SHORT_MS);
    return [...(await calls.standings())].filter(([, { state, until }]) => state !== 'open' && until > soon);
  };
  return {
    name: 'Platform calls',
    async problem() {
      const sentences = (await throttled()).map(([platform, { state, until }]) => {
        const what = state === 'final_counts' ? 'only final counts are read' : 'nothing is asked';
        return `${platforms[platform].name}: ${what} until ${momentText(until)}.`;
      });
      return sentences.length > 0 ? sentences.join(' ') : null;
    },
    notice: {
      of: 'services',
      async read() {
        const names = (await throttled()).map(([platform]) => platforms[platform].name);
        return names.length > 0 ? `Views are counted later than usual: ${names.join(', ')}.` : null;
      },
    },
  };
}
