import { expect, it } from 'vitest';
import { type NextEventInput, nextEvent } from './next-event.ts';

const held: NextEventInput = {
  status: 'pending',
  decision: null,
  decisionCommitsAt: null,
  decideBy: new Date('2026-03-03T10:00:00Z'),
  isEscalated: false,
  trackingUntil: null,
  trackingState: 'polling',
  nextPollAt: null,
  band: 'hold',
  fraudHoldState: 'open',
  holdDecideBy: new Date('2026-03-09T10:00:00Z'),
  isPending: false,
  releaseBy: null,
  waitsForBudget: false,
};

it('names a hold while its clip may still earn, and promises nothing for one that was withdrawn or rejected', () => {
  expect(nextEvent(held).who).toBe('admin');
  for (const status of ['withdrawn', 'rejected'] as const) {
    expect(nextEvent({ ...held, status }).who).toBe('nobody');
  }
});

it('does not call a clip finished while the budget owes it something', () => {
  const over = { ...held, status: 'approved', fraudHoldState: null, trackingState: 'finished' } as const;
  expect(nextEvent({ ...over, waitsForBudget: true })).toMatchObject({ who: 'host', by: null });
  expect(nextEvent(over).what).toBe('Finished');
});
