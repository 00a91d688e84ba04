import { describe, expect, it } from 'vitest';
import type { Clip } from '#contract/clips/clips.ts';
import { micros } from '#contract/money.ts';
import { type Headline, headlineOf } from './features/submissions/clip/headline.ts';
import { testClip } from './testing/clip.ts';

const at = new Date('2026-12-07T10:00:00Z');
const viewers = ['clipper', 'host', 'admin'] as const;
type Viewer = (typeof viewers)[number];

const hold: Clip['holds'][number] = {
  state: 'open',
  reason: 'Views came in one block.',
  fromViews: 0,
  toViews: null,
  openedAt: at,
  decideBy: at,
  decidedAt: null,
  isByReviewer: false,
  freshDueAt: null,
  audit: null,
  note: null,
};
const audit = { dueAt: at, code: 'K7', isShown: false, isCodeRead: false };
const appeal: Clip['appeals'][number] = {
  id: testClip.submissionId,
  of: 'hold',
  state: 'open',
  openedAt: at,
  decideBy: at,
  decidedAt: null,
  note: null,
  text: null,
  decidedBy: null,
  isReleasedByTime: false,
};
const rejection = { ...appeal, of: 'rejection' as const };
const reviewer = { what: 'A reviewer decides on the held views', by: at, who: 'admin' as const };
const trouble = { kind: 'unreadable' as const, title: 'Gone', sentence: '', since: at, finalAt: at };
const captionProblem = {
  sentence: '#ad is missing.',
  since: at,
  fixBy: at,
  earnsNothing: false,
  isRepeat: false,
};
const budgetSpent = { since: at, views: 10, amountMicros: micros(20_000n) };

/** A reader sees the state, then the actions. "Appeal + Prove it" is an action with a second one beside it. */
const seen = ({ state, action, secondary }: Headline): string =>
  [`${state.text} (${state.tone})`, [action?.text, secondary?.text].filter(Boolean).join(' + ') || '-'].join(
    ': ',
  );

interface Row {
  name: string;
  clip: Partial<Clip>;
  may: Partial<Record<Viewer, Clip['may']>>;
  needsProof?: boolean;
  /** One text if all readers see the same, else by reader. */
  sees: string | Record<Viewer, string>;
}

const approved = { status: 'approved' as const };
const held = { ...approved, holds: [hold], next: reviewer };

/** Every state of a clip, its holds and its appeals, with what each reader may do in it. */
const rows: Row[] = [
  {
    name: 'pending',
    clip: {},
    may: { clipper: ['withdraw'], host: ['decide'] },
    sees: { clipper: 'Pending (yellow): -', host: 'Pending (yellow): Decide', admin: 'Pending (yellow): -' },
  },
  {
    name: 'pending, decided and not yet in effect',
    clip: { decision: 'approve', decisionCommitsAt: at },
    may: { host: ['undo'] },
    sees: { clipper: 'Pending (yellow): -', host: 'Pending (yellow): Decide', admin: 'Pending (yellow): -' },
  },
  {
    name: 'pending, past the host’s deadline',
    clip: { next: reviewer },
    may: { admin: ['decide_escalated'] },
    sees: { clipper: 'Pending (yellow): -', host: 'Pending (yellow): -', admin: 'Pending (yellow): Decide' },
  },
  { name: 'withdrawn', clip: { status: 'withdrawn' }, may: {}, sees: 'Withdrawn (grey): -' },
  {
    name: 'rejected and fixable',
    clip: { status: 'rejected', rejectReason: 'missing_disclosure' },
    may: { clipper: ['resubmit', 'appeal'] },
    sees: {
      clipper: 'Rejected (red): Fix and resubmit + Appeal',
      host: 'Rejected (red): -',
      admin: 'Rejected (red): -',
    },
  },
  {
    name: 'rejected',
    clip: { status: 'rejected', rejectReason: 'wrong_content' },
    may: { clipper: ['appeal'] },
    sees: { clipper: 'Rejected (red): Appeal', host: 'Rejected (red): -', admin: 'Rejected (red): -' },
  },
  {
    name: 'rejected, its appeal denied',
    clip: { status: 'rejected', appeals: [{ ...rejection, state: 'dismissed', decidedAt: at }] },
    may: {},
    sees: 'Rejected (red): -',
  },
  ...(['open', 'escalated'] as const).map((state) => ({
    name: `rejected, its appeal ${state}`,
    clip: { status: 'rejected' as const, appeals: [{ ...rejection, state }] },
    may: { admin: ['decide_appeal' as const] },
    sees: {
      clipper: 'Rejected, appeal open (yellow): -',
      host: 'Rejected, appeal open (yellow): -',
      admin: 'Rejected, appeal open (yellow): Decide',
    },
  })),
  { name: 'approved', clip: approved, may: { admin: ['take_back'] }, sees: 'Approved (green): -' },
  ...(['open', 'escalated'] as const).map((state) => ({
    name: `hold ${state}`,
    clip: { ...held, holds: [{ ...hold, state }] },
    may: { clipper: ['appeal' as const], admin: ['decide_hold' as const] },
    sees: {
      clipper: 'Views held (red): Appeal + Prove it',
      host: 'Views held (red): -',
      admin: 'Views held (red): Decide',
    },
  })),
  {
    name: 'hold on a pending clip',
    clip: { holds: [hold] },
    may: { clipper: ['withdraw', 'appeal'], host: ['decide'], admin: ['decide_hold'] },
    sees: {
      clipper: 'Pending, views held (red): Appeal + Prove it',
      host: 'Pending, views held (red): Decide',
      admin: 'Pending, views held (red): Decide',
    },
  },
  {
    name: 'hold that can’t be appealed any more',
    clip: { ...held, appeals: [{ ...rejection, state: 'overturned', decidedAt: at }] },
    may: { clipper: ['declare'], admin: ['decide_hold'] },
    sees: {
      clipper: 'Views held (red): Prove it',
      host: 'Views held (red): -',
      admin: 'Views held (red): Decide',
    },
  },
  {
    name: 'hold under appeal',
    clip: { ...held, appeals: [appeal] },
    may: { admin: ['decide_hold', 'decide_appeal'] },
    sees: {
      clipper: 'Views held, appeal open (yellow): Prove it',
      host: 'Views held, appeal open (yellow): -',
      admin: 'Views held, appeal open (yellow): Decide',
    },
  },
  {
    name: 'audit',
    clip: { ...held, holds: [{ ...hold, audit }] },
    may: { admin: ['decide_hold'] },
    sees: { clipper: 'Audit (yellow): Prove it', host: 'Audit (yellow): -', admin: 'Audit (yellow): Decide' },
  },
  {
    name: 'answered audit',
    clip: { ...held, holds: [{ ...hold, audit: { ...audit, isShown: true } }] },
    may: { admin: ['decide_hold'] },
    sees: { clipper: 'Audit (yellow): -', host: 'Audit (yellow): -', admin: 'Audit (yellow): Decide' },
  },
  {
    name: 'audit of a count by screenshots',
    clip: { ...held, holds: [{ ...hold, freshDueAt: at }] },
    may: { admin: ['decide_hold'] },
    sees: {
      clipper: 'Audit (yellow): Send a screenshot',
      host: 'Audit (yellow): -',
      admin: 'Audit (yellow): Decide',
    },
  },
  {
    name: 'hold released',
    clip: { ...approved, holds: [{ ...hold, state: 'released' }] },
    may: {},
    sees: 'Approved (green): -',
  },
  {
    name: 'hold upheld',
    clip: { ...approved, holds: [{ ...hold, state: 'upheld' }] },
    may: { clipper: ['appeal'] },
    sees: {
      clipper: 'Views rejected (red): Appeal',
      host: 'Views rejected (red): -',
      admin: 'Views rejected (red): -',
    },
  },
  {
    name: 'score in review',
    clip: approved,
    may: { clipper: ['answer_review'], admin: ['let_pass'] },
    sees: {
      clipper: 'Views in review (yellow): Explain the views',
      host: 'Approved (green): -',
      admin: 'Views in review (yellow): Decide',
    },
  },
  {
    name: 'earnings waiting for proof',
    clip: approved,
    may: {},
    needsProof: true,
    sees: 'Waiting for proof (yellow): Prove it',
  },
  {
    name: 'post that can’t be read',
    clip: { ...approved, trouble },
    may: {},
    sees: {
      clipper: 'Not counted (yellow): Open post',
      host: 'Not counted (yellow): -',
      admin: 'Not counted (yellow): -',
    },
  },
  {
    name: 'account that is not connected, of a pending clip',
    clip: { trouble: { ...trouble, kind: 'not_connected' } },
    may: { host: ['decide'] },
    sees: {
      clipper: 'Pending, not counted (yellow): Connect your account',
      host: 'Pending, not counted (yellow): Decide',
      admin: 'Pending, not counted (yellow): -',
    },
  },
  {
    name: 'post that is never counted',
    clip: { ...approved, trouble: { ...trouble, kind: 'uncountable' } },
    may: {},
    sees: 'Not counted (yellow): -',
  },
  {
    name: 'count that is only late',
    clip: { ...approved, trouble: { ...trouble, kind: 'delayed' } },
    may: {},
    sees: 'Approved (green): -',
  },
  {
    name: 'caption without what the listing asks for',
    clip: { ...approved, captionProblem },
    may: { clipper: ['check_caption'] },
    sees: {
      clipper: 'Caption incomplete (yellow): Check again',
      host: 'Caption incomplete (yellow): -',
      admin: 'Caption incomplete (yellow): -',
    },
  },
  {
    name: 'budget used up',
    clip: { ...approved, budgetSpent, next: { what: 'Budget used up', by: null, who: 'host' } },
    may: {},
    sees: {
      clipper: 'Budget used up (yellow): -',
      host: 'Budget used up (yellow): Top up',
      admin: 'Budget used up (yellow): -',
    },
  },
  {
    name: 'budget used up, and nobody can add to it',
    clip: { ...approved, budgetSpent, next: { what: 'Finished', by: null, who: 'nobody' } },
    may: {},
    sees: 'Approved (green): -',
  },
  {
    name: 'bank dispute',
    clip: { ...approved, isFrozen: true },
    may: {},
    sees: 'Earnings frozen (yellow): -',
  },
];

describe.each(rows)('a clip with the state: $name', ({ clip, may, needsProof = false, sees }) => {
  it.each(viewers)('shows its state and at most one next action, with one beside it, to its %s', (viewer) => {
    const shown = headlineOf(
      { ...testClip, ...clip, viewer, may: may[viewer] ?? [] },
      { needsProof: needsProof && viewer === 'clipper' },
    );
    const expected = typeof sees === 'string' ? sees : sees[viewer];
    const isProof = needsProof && viewer !== 'clipper';
    expect(seen(shown)).toBe(isProof ? 'Approved (green): -' : expected);
  });
});

it('offers to release analytics as proof only where the platform has some and none are released', () => {
  const proof = (part: Partial<Clip>) =>
    headlineOf({ ...testClip, ...held, viewer: 'clipper', may: ['appeal', 'declare'], ...part }).secondary;
  expect(proof({})).toMatchObject({ kind: 'page', to: '/clipper/settings/accounts' });
  expect(proof({ countLevel: 'attested' })).toMatchObject({ kind: 'place', to: 'declared-shares' });
  expect(proof({ countLevel: 'attested', may: ['appeal'] })).toBeNull();
});
