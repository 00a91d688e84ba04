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

it('names a hold while its clip may still earn, and promises nothing for a withdrawn or rejected clip', () => {
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

it('says that the budget is used up, and who can change it, before events that need nobody', () => {
  const counted = { ...held, status: 'approved', fraudHoldState: null } as const;
  const releaseBy = new Date('2026-03-04T10:00:00Z');
  expect(nextEvent({ ...counted, releaseBy, waitsForBudget: 'top_up' })).toEqual({
    what: 'Budget used up: remaining views are paid when the host tops up',
    by: null,
    who: 'host',
  });
  expect(nextEvent({ ...counted, waitsForBudget: 'freed' })).toMatchObject({
    what: expect.stringMatching(/^Budget used up: .* if other clips free up budget$/),
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

it('says that only the first pending earnings are released if the rest has a later date', () => {
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

it('asks for no more screenshots once a clip has earned its maximum', () => {
  const attested = { ...held, status: 'approved', fraudHoldState: null, countLevel: 'attested' } as const;
  expect(nextEvent(attested).who).toBe('clipper');
  expect(nextEvent({ ...attested, isAtMaximum: true })).toEqual({
    what: 'Has earned the most that it may',
    by: null,
    who: 'nobody',
  });
});

const day = (date: number) => new Date(`2026-03-${date}T10:00:00Z`);
const calm = { ...held, band: 'clean', fraudHoldState: null } as const;
const approved = { ...calm, status: 'approved', trackingUntil: day(31), nextPollAt: day(11) } as const;
const rejected = { ...calm, status: 'rejected', now: day(10) } as const;
const troubled = (kind: 'unreadable' | 'not_connected') =>
  ({ ...approved, trouble: { kind, title: '', sentence: '', since: day(10), finalAt: day(17) } }) as const;
const appealed = (state: 'open' | 'escalated') =>
  ({ ...rejected, appeal: { of: 'rejection', state, decideBy: day(16) } }) as const;
const captioned = (earnsNothing: boolean) =>
  ({
    ...approved,
    captionProblem: { sentence: '', since: day(10), fixBy: day(12), earnsNothing, isRepeat: false },
  }) as const;

it.each<[string, NextEventInput, RegExp, Date | null, string]>([
  [
    'decided for',
    { ...calm, decision: 'approve', decisionCommitsAt: day(10) },
    /^Approval takes/,
    day(10),
    'permille',
  ],
  [
    'decided against',
    { ...calm, decision: 'reject', decisionCommitsAt: day(10) },
    /^Rejection takes/,
    day(10),
    'permille',
  ],
  ['pending', calm, /^The host decides$/, calm.decideBy, 'host'],
  [
    'handed over',
    { ...calm, isEscalated: true },
    /^A reviewer decides, because the host/,
    calm.decideBy,
    'admin',
  ],
  ['appealed', appealed('open'), /^A reviewer decides on the appeal$/, day(16), 'admin'],
  ['appealed and late', appealed('escalated'), /first in the queue$/, day(16), 'admin'],
  ['held', { ...held, status: 'approved' }, /^A reviewer decides on the held/, held.holdDecideBy, 'admin'],
  ['audited', { ...approved, freshDueAt: day(14) }, /^A fresh screenshot/, day(14), 'clipper'],
  ['unreadable', troubled('unreadable'), /public again, or its count is final$/, day(17), 'clipper'],
  ['disconnected', troubled('not_connected'), /connected again, or the count is final$/, day(17), 'clipper'],
  ['lacking its label', captioned(false), /^The caption has to be fixed$/, day(12), 'clipper'],
  ['lacking it too long', captioned(true), /it earns nothing until then$/, null, 'clipper'],
  ['questioned by a bank', { ...approved, isFrozen: true }, /until a bank decides/, null, 'bank'],
  ['waiting for a reviewer', { ...approved, isPending: true }, /^A reviewer checks the score/, null, 'admin'],
  ['counted', approved, /^Counted again$/, day(11), 'platform'],
  ['over', { ...approved, trackingState: 'finished' }, /^Finished$/, null, 'nobody'],
  ['withdrawn', { ...calm, status: 'withdrawn' }, /^Nothing more happens$/, null, 'nobody'],
  ['to be fixed', { ...rejected, canResubmit: true }, /^Can be fixed and resubmitted once$/, null, 'clipper'],
  ['rejected', { ...rejected, appealUntil: day(15) }, /^The rejection can be appealed$/, day(15), 'clipper'],
  ['rejected for good', { ...rejected, appealUntil: day(9) }, /^Nothing more happens$/, null, 'nobody'],
])('names the next event, its date and who acts for a clip that is %s', (_what, clip, what, by, who) => {
  expect(nextEvent(clip)).toEqual({ what: expect.stringMatching(what), by, who });
});

it.each<[string, Partial<NextEventInput>, RegExp]>([
  [
    'too little data',
    { band: 'not_enough_data' },
    /^Pending earnings are released once there is enough data, at the/,
  ],
  [
    'too little data of screenshots',
    { band: 'not_enough_data', countLevel: 'attested' },
    /^Pending earnings are released$/,
  ],
  [
    'a score between',
    { band: 'needs_review' },
    /^A reviewer decides on the score, or pending earnings are released$/,
  ],
])('says on what the release of pending earnings depends: %s', (_what, change, what) => {
  expect(nextEvent({ ...approved, ...change, releaseBy: day(12) })).toEqual({
    what: expect.stringMatching(what),
    by: day(12),
    who: 'permille',
  });
});
