import type { AppealOf, AppealState } from '#contract/appeals.ts';
import { GONE_GRACE_DAYS, RECHECK_HOURS } from '#contract/limits.ts';
import type { Band } from '#contract/scoring/scoring.ts';
import type { CaptionProblem } from '#contract/submissions/caption-checks.ts';
import type { NextEvent, SubmissionStatus } from '#contract/submissions/submissions.ts';
import type { CountingTrouble, CountLevel } from '#contract/tracking.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';

export interface NextEventInput {
  status: SubmissionStatus;
  decision: 'approve' | 'reject' | null;
  decisionCommitsAt: Date | null;
  decideBy: Date;
  isEscalated: boolean;
  trackingUntil: Date | null;
  trackingState: string;
  nextPollAt: Date | null;
  countLevel?: CountLevel;
  /** The clip has earned its maximum. */
  isAtMaximum?: boolean;
  /** A screenshot waits for people to confirm it. */
  attestationWaits?: boolean;
  /** The deadline for a fresh screenshot if a count was drawn for an audit. */
  freshDueAt?: Date | null;
  /** The deadline to show the clip's analytics, if the clip was drawn for an audit. */
  auditDueAt?: Date | null;
  band: Band;
  fraudHoldState: string | null;
  holdDecideBy: Date | null;
  /** Some of the clip's earnings are not available yet. */
  isPending: boolean;
  /** Latest release of the first pending earnings; null if a person or a bank must decide first. */
  releaseBy: Date | null;
  /** The other pending earnings are released later. */
  releasesApart?: boolean;
  /** The event that could still pay the views beyond the listing's budget ('ended': nothing); null while the budget pays all. */
  waitsForBudget: 'top_up' | 'freed' | 'ended' | null;
  /** A bank disputes a payment of the host. */
  isFrozen?: boolean;
  canResubmit?: boolean;
  appeal?: { of: AppealOf; state: AppealState; decideBy: Date } | null;
  /** Last moment to appeal the clip's rejection or hold. */
  appealUntil?: Date | null;
  trouble?: CountingTrouble | null;
  captionProblem?: CaptionProblem | null;
  now?: Date;
}

/** Actions of the clipper after which views can be read again. */
const fixes: Partial<Record<CountingTrouble['kind'], string>> = {
  unreadable: 'The post has to be public again, or its count is final',
  not_connected: 'The account has to be connected again, or the count is final',
  uncountable: 'The count is final',
};

/**
 * Returns the next event of a clip, its date, and who must act, as shown on every row. Screens write the date
 * after `what` and the word "by".
 */
export function nextEvent(clip: NextEventInput): NextEvent {
  if (clip.decision) {
    const what = clip.decision === 'approve' ? 'Approval takes effect' : 'Rejection takes effect';
    return { what, by: clip.decisionCommitsAt, who: 'permille' };
  }
  const { appeal } = clip;
  if (appeal?.state === 'open') {
    return { what: 'A reviewer decides on the appeal', by: appeal.decideBy, who: 'admin' };
  }
  if (appeal?.state === 'escalated') {
    return {
      what: 'A reviewer decides on the appeal, first in the queue',
      by: appeal.decideBy,
      who: 'admin',
    };
  }
  const counts = clip.status === 'pending' || clip.status === 'approved';
  const checkBy = clip.freshDueAt ?? clip.auditDueAt ?? (isHeld(clip) ? clip.holdDecideBy : null);
  // The host's deadline still runs while views are checked, and is usually earlier than the end of that
  // check.
  if (clip.status === 'pending' && !clip.isEscalated && checkBy && clip.decideBy < checkBy)
    return hostDecides(clip);
  if (counts && clip.freshDueAt) {
    return { what: 'A fresh screenshot is needed', by: clip.freshDueAt, who: 'clipper' };
  }
  if (counts && clip.auditDueAt) {
    return { what: 'An audit asks for its analytics', by: clip.auditDueAt, who: 'clipper' };
  }
  if (counts && isHeld(clip)) {
    return { what: 'A reviewer decides on the held views', by: clip.holdDecideBy, who: 'admin' };
  }
  const fix = counts && clip.trouble ? fixes[clip.trouble.kind] : undefined;
  if (fix) return { what: fix, by: clip.trouble!.finalAt, who: 'clipper' };
  if (counts && clip.captionProblem) {
    return clip.captionProblem.earnsNothing
      ? { what: 'The caption has to be fixed; it earns nothing until then', by: null, who: 'clipper' }
      : { what: 'The caption has to be fixed', by: clip.captionProblem.fixBy, who: 'clipper' };
  }
  if (clip.status === 'pending') {
    return clip.isEscalated
      ? { what: 'A reviewer decides, because the host did not in time', by: clip.decideBy, who: 'admin' }
      : hostDecides(clip);
  }
  if (clip.status === 'approved') return nextForApproved(clip);
  const mayAppeal = clip.status === 'rejected' && clip.appealUntil && clip.now && clip.appealUntil > clip.now;
  if (clip.canResubmit) {
    const what = mayAppeal
      ? 'Can be fixed and resubmitted once, or appealed'
      : 'Can be fixed and resubmitted once';
    return { what, by: mayAppeal ? clip.appealUntil! : null, who: 'clipper' };
  }
  if (mayAppeal) return { what: 'The rejection can be appealed', by: clip.appealUntil!, who: 'clipper' };
  return { what: 'Nothing more happens', by: null, who: 'nobody' };
}

const isHeld = ({ fraudHoldState }: NextEventInput): boolean =>
  fraudHoldState === 'open' || fraudHoldState === 'escalated';

const hostDecides = ({ decideBy }: NextEventInput): NextEvent => ({
  what: 'The host decides',
  by: decideBy,
  who: 'host',
});

function nextForApproved(clip: NextEventInput): NextEvent {
  if (clip.isFrozen) {
    return {
      what: 'Earnings are set aside until a bank decides about a payment of the host',
      by: null,
      who: 'bank',
    };
  }
  // A used-up budget is checked before releases and counting, because the host may have to top up.
  if (clip.waitsForBudget) return { ...unpaid[clip.waitsForBudget], by: null };
  if (clip.releaseBy) return { what: pendingText(clip), by: clip.releaseBy, who: 'permille' };
  if (clip.isPending) {
    return {
      what: 'A reviewer checks the score before pending earnings are released',
      by: null,
      who: 'admin',
    };
  }
  if (clip.trackingState === 'polling' && clip.countLevel === 'attested') {
    if (clip.isAtMaximum) return { what: 'Has earned the most that it may', by: null, who: 'nobody' };
    return clip.attestationWaits
      ? { what: 'Two reviewers check the screenshot of the views', by: null, who: 'admin' }
      : {
          what: 'Send screenshots of the views',
          by: clip.trackingUntil,
          who: 'clipper',
        };
  }
  if (clip.trackingState === 'polling' && clip.trouble?.kind === 'not_set_up') {
    const by = clip.trackingUntil && after(clip.trackingUntil, RECHECK_HOURS * HOUR + GONE_GRACE_DAYS * DAY);
    return {
      what: 'Counted again once Permille can ask the platform, or its count is final',
      by,
      who: 'permille',
    };
  }
  if (clip.trackingState === 'polling') {
    return { what: 'Counted again', by: clip.nextPollAt, who: 'platform' };
  }
  return { what: 'Finished', by: null, who: 'nobody' };
}

const unpaid: Record<NonNullable<NextEventInput['waitsForBudget']>, Pick<NextEvent, 'what' | 'who'>> = {
  top_up: { what: 'Budget used up: remaining views are paid when the host tops up', who: 'host' },
  freed: {
    what: 'Budget used up: remaining views are paid if other clips free up budget',
    who: 'permille',
  },
  ended: { what: 'Finished: the budget ran out before all views were paid', who: 'nobody' },
};

function pendingText({ band, countLevel, releasesApart }: NextEventInput): string {
  const are = `${releasesApart ? 'first ' : ''}pending earnings are released`;
  if (band === 'needs_review') return `A reviewer decides on the score, or ${are}`;
  const released = are.replace(/^./, (letter) => letter.toUpperCase());
  return band === 'not_enough_data' && countLevel !== 'attested'
    ? `${released} once there is enough data, at the latest`
    : released;
}
