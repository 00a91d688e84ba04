import { expect, it } from 'vitest';
import { type NextEventInput, nextEvent } from './next-event.ts';

const held: NextEventInput = {
  status: 'pending',
  decision: null,
  decisionCommitsAt: null,
  decideBy: new Date('2026-03-03T10:00:00Z'),
  withReviewers: false,
  trackingUntil: null,
  trackingState: 'polling',
  nextPollAt: null,
  band: 'hold',
  holdState: 'open',
  holdDecideBy: new Date('2026-03-09T10:00:00Z'),
  releaseDueAt: null,
};

it('names a hold while its clip may still earn, and promises nothing for one that was withdrawn or rejected', () => {
  expect(nextEvent(held).who).toBe('reviewer');
  for (const status of ['withdrawn', 'rejected'] as const) {
    expect(nextEvent({ ...held, status }).who).toBe('nobody');
  }
});
