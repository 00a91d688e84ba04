import type { ClipHold } from '#contract/appeals.ts';
import type { ClipStep } from '#contract/clips/clips.ts';
import { momentText } from '#contract/dates.ts';
import type { Receipt } from '#contract/earnings/receipts.ts';
import type { Micros } from '#contract/money.ts';
import type { ClipState } from '#server/modules/submissions/submissions.ts';

type State = Pick<
  ClipState,
  | 'status'
  | 'decision'
  | 'submittedAt'
  | 'leftAt'
  | 'countedAt'
  | 'countLevel'
  | 'next'
  | 'listingState'
  | 'verdict'
>;
type Money = Pick<
  Receipt,
  | 'approvedAt'
  | 'approvedHow'
  | 'accruals'
  | 'snapshots'
  | 'budgetSpent'
  | 'contestedMicros'
  | 'pendingMicros'
  | 'releasedMicros'
  | 'paidOutMicros'
  | 'isFrozen'
>;

const approvals: Record<string, { label: string; who: ClipStep['who'] }> = {
  host: { label: 'Approved', who: 'host' },
  automatically: { label: 'Approved automatically', who: 'permille' },
  admin: { label: 'Approved by a reviewer', who: 'admin' },
  appeal: { label: 'Approved on appeal', who: 'admin' },
};

/** A clip's undecided fraud hold. */
interface OpenHold {
  since: Date;
  /** The label of an audit's step; null if the hold has another reason. */
  audit: string | null;
}

/** Returns the label of a hold's step if nothing but an audit holds the views. */
export function auditLabel({ audit, freshDueAt }: Pick<ClipHold, 'audit' | 'freshDueAt'>): string | null {
  if (audit?.isShown) return 'Audit: in review';
  const dueAt = audit?.dueAt ?? freshDueAt;
  return dueAt && `Audit: answer by ${momentText(dueAt)}`;
}

/** Lists the steps of a clip from submission to payout, with their times, and the current step. */
export function clipSteps(clip: State, money: Money, hold: OpenHold | null): ClipStep[] {
  const decided = decision(clip, money);
  const stopped = stops(clip, money, hold);
  return [
    step('submitted', 'done', 'Submitted', { at: clip.submittedAt, who: 'clipper' }),
    step('counted', clip.countedAt ? 'done' : 'ahead', 'Counted', {
      at: clip.countedAt && (money.snapshots[0]?.fetchedAt ?? clip.countedAt),
      who: clip.countLevel === 'attested' ? 'admin' : 'platform',
    }),
    decided,
    ...stopped,
    ...moneySteps(clip, money, stopped.length > 0),
  ];
}

const step = (
  name: ClipStep['step'],
  state: ClipStep['state'],
  label: string,
  {
    at = null,
    who = 'nobody',
    amountMicros = null,
  }: { at?: Date | null; who?: ClipStep['who']; amountMicros?: Micros | null } = {},
): ClipStep => ({ step: name, state, label, at, who, amountMicros });

function decision(clip: State, { approvedAt, approvedHow }: Money): ClipStep {
  if (clip.status === 'pending') {
    const label = clip.decision ? (clip.decision === 'approve' ? 'Approved' : 'Rejected') : 'Decision';
    return step('decided', 'current', label);
  }
  if (clip.status === 'approved') {
    const { label, who } = approvals[approvedHow ?? 'host'] ?? approvals.host!;
    return step('decided', 'done', label, { at: approvedAt, who });
  }
  if (clip.status === 'rejected')
    return step('decided', 'stopped', 'Rejected', { at: clip.leftAt, who: 'host' });
  return clip.listingState === 'removed'
    ? step('decided', 'stopped', 'Listing removed', { at: clip.leftAt, who: 'admin' })
    : step('decided', 'stopped', 'Withdrawn', { at: clip.leftAt, who: 'clipper' });
}

/** Returns steps for the parts of an approved clip that don't earn, each with its amount and start. */
function stops(clip: State, money: Money, hold: OpenHold | null): ClipStep[] {
  if (clip.status !== 'approved') return [];
  const { isFrozen, budgetSpent, contestedMicros } = money;
  const { fraudHoldState } = clip.verdict;
  const isHeld = fraudHoldState === 'open' || fraudHoldState === 'escalated';
  const contested = { amountMicros: contestedMicros };
  return [
    ...(isFrozen ? [step('frozen', 'stopped', 'Frozen', contested)] : []),
    ...(isHeld && !isFrozen ? [heldStep(hold, contestedMicros)] : []),
    ...(budgetSpent
      ? [
          step('unpaid', 'stopped', 'Budget used up', {
            at: budgetSpent.since,
            amountMicros: budgetSpent.amountMicros,
          }),
        ]
      : []),
    ...(clip.listingState === 'removed' ? [step('removed', 'stopped', 'Listing removed')] : []),
  ];
}

/** An audit is a random check that the clipper answers, not a verdict. */
function heldStep(hold: OpenHold | null, amountMicros: Micros): ClipStep {
  const facts = { amountMicros, at: hold?.since ?? null };
  return hold?.audit ? step('held', 'current', hold.audit, facts) : step('held', 'stopped', 'Held', facts);
}

function moneySteps(clip: State, money: Money, stopped: boolean): ClipStep[] {
  const { accruals, pendingMicros, releasedMicros, paidOutMicros } = money;
  const current = clip.status === 'approved' && clip.next.who !== 'nobody' && !stopped;
  const latest = (dates: (Date | null)[]) => dates.reduce((a, b) => (a && (!b || a > b) ? a : b), null);
  const first = accruals[0]?.accruedAt ?? null;
  const left = accruals.flatMap(({ payouts }) => payouts.map(({ paidAt }) => paidAt));
  const released = latest(accruals.map(({ releasedAt }) => releasedAt));
  const releases = current && pendingMicros > 0n;
  const reached = (yes: boolean, here: boolean) => (here ? 'current' : yes ? 'done' : 'ahead');
  return [
    step('pending', reached(accruals.length > 0, current && accruals.length === 0), 'Pending', {
      at: first,
      amountMicros: pendingMicros,
    }),
    // The amount includes money that was reversed after its release.
    step('released', reached(released !== null, releases), 'Released', {
      at: released,
      amountMicros: releasedMicros,
    }),
    step('paid', paidOutMicros > 0n ? 'done' : 'ahead', 'Paid out', {
      at: latest(left),
      amountMicros: paidOutMicros,
    }),
  ];
}
