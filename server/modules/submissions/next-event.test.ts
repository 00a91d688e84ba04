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
  waitsForBudget: null,
};

it('names a hold while its clip may still earn, and promises nothing for one that was withdrawn or rejected', () => {
  expect(nextEvent({ ...held, status: 'approved' }).who).toBe('admin');
  for (const status of ['withdrawn', 'rejected'] as const) {
    expect(nextEvent({ ...held, status }).who).toBe('nobody');
  }
});

it('names the nearer of two deadlines: the host decides on a pending clip while its views are checked', () => {
  const hosts = { what: 'The host decides', by: held.decideBy, who: 'host' };
  expect(nextEvent(held)).toEqual(hosts);
  const audited = { ...held, freshDueAt: new Date('2026-03-08T10:00:00Z') };
  expect(nextEvent(audited)).toEqual(hosts);
  expect(nextEvent({ ...audited, freshDueAt: new Date('2026-03-02T10:00:00Z') }).who).toBe('clipper');
  expect(nextEvent({ ...held, isEscalated: true }).who).toBe('admin');
});

it('says that the budget is spent, and who can change it, before what goes on by itself', () => {
  const counted = { ...held, status: 'approved', fraudHoldState: null } as const;
  const releaseBy = new Date('2026-03-04T10:00:00Z');
  expect(nextEvent({ ...counted, releaseBy, waitsForBudget: 'top_up' })).toEqual({
    what: 'Budget spent: its unpaid views are paid when the listing is topped up',
    by: null,
    who: 'host',
  });
  expect(nextEvent({ ...counted, waitsForBudget: 'freed' })).toMatchObject({
    what: expect.stringMatching(/^Budget spent: .* if budget of other clips comes free$/),
    who: 'permille',
  });
  const over = { ...counted, trackingState: 'finished' };
  expect(nextEvent({ ...over, waitsForBudget: 'ended' })).toMatchObject({ who: 'nobody' });
  expect(nextEvent(over).what).toBe('Finished');
});

it('promises no next count while the platform has no keys here, and says when the count is final', () => {
  const trouble = { kind: 'not_set_up', title: '', sentence: '', since: null, finalAt: null } as const;
  const counted = { ...held, status: 'approved', fraudHoldState: null, trouble } as const;
  expect(nextEvent({ ...counted, trackingUntil: new Date('2026-03-20T10:00:00Z') })).toEqual({
    what: 'Counted again once Permille can ask the platform, or its count is final',
    by: new Date('2026-03-30T10:00:00Z'),
    who: 'permille',
  });
});

it('says that only the first pending earnings are released where the rest has a later date', () => {
  const by = new Date('2026-03-04T10:00:00Z');
  const pending = {
    ...held,
    status: 'approved',
    fraudHoldState: null,
    band: 'clean',
    releaseBy: by,
  } as const;
  expect(nextEvent(pending)).toEqual({ what: 'Pending earnings are released', by, who: 'permille' });
  expect(nextEvent({ ...pending, releasesApart: true }).what).toBe('First pending earnings are released');
});

it('asks for no more screenshots once a clip has earned the most that it may', () => {
  const attested = { ...held, status: 'approved', fraudHoldState: null, countLevel: 'attested' } as const;
  expect(nextEvent(attested).who).toBe('clipper');
  expect(nextEvent({ ...attested, isAtMaximum: true })).toEqual({
    what: 'Has earned the most that it may',
    by: null,
    who: 'nobody',
  });
});
