import type { Clip } from '#contract/clips/clips.ts';
import { HOLD_SCORE } from '#contract/limits.ts';
import type { Database } from '#server/infra/transaction.ts';
import { clipAppeals, holdsOf, openSubject } from '#server/modules/appeals/appeals.ts';
import { showAnalytics } from '#server/modules/clip-analytics/clip-analytics.ts';
import { readMatch } from '#server/modules/clip-files/clip-files.ts';
import { declarationsOf } from '#server/modules/declarations/declarations.ts';
import { atStake, readReceipt } from '#server/modules/earnings/earnings.ts';
import { readReviewNote, scoreAsked, scoreVersionOf } from '#server/modules/scoring/scoring.ts';
import { participantsOf, readClipRules, readClipState } from '#server/modules/submissions/submissions.ts';
import { actionsOf } from './policy.ts';
import { openHold } from './queries.ts';
import { auditLabel, clipSteps } from './steps.ts';

/**
 * Returns a clip with the facts that its viewer may see. The caller has checked that the viewer may see the
 * clip.
 */
export async function showClip(
  db: Database,
  submissionId: string,
  viewer: Clip['viewer'],
  now: Date,
): Promise<Clip> {
  const parts = await readParts(db, submissionId, viewer, now);
  const [receipt, state, rules, match, holds, appeals, analytics, appealable, stake] = parts.shown;
  const [declared, people, asked, note] = parts.ofViewer;
  return {
    ...receipt,
    viewer,
    may: actionsOf({
      ...{ ...state, viewer, holds, appeals, appealable },
      asksPerson: asked !== null,
      declaring: declared.open,
    }),
    postedAt: state.postedAt,
    caption: state.caption,
    posterUrl: state.posterUrl,
    durationSeconds: state.durationSeconds,
    reportedViews: state.reportedViews,
    decision: state.decision,
    decisionCommitsAt: state.decisionCommitsAt,
    decideBy: state.decideBy,
    rejectReason: state.rejectReason,
    rejectNote: state.rejectNote,
    isResubmission: state.isResubmission,
    unreadMessages: state.unreadMessages,
    worthMicros: state.worthMicros,
    budgetSpentAt: state.budgetSpentAt,
    captionProblem: state.captionProblem,
    next: state.next,
    steps: clipSteps(
      state,
      receipt,
      openHoldOf({ holds, appeals, isHigh: (state.verdict.score ?? 0) >= HOLD_SCORE }),
    ),
    rules,
    match,
    holds,
    appeals: appeals.map((appeal) => ({
      ...appeal,
      text: viewer === 'host' ? null : appeal.text,
      decidedBy: viewer === 'admin' ? appeal.decidedBy : null,
    })),
    reviewNote: note,
    analytics,
    declarations: declared.rows,
    appealable,
    atStake: stake,
    review:
      viewer === 'admin'
        ? {
            clipperId: people!.clipperId,
            hostId: people!.hostId,
            ...(await openHold(db, submissionId)),
            scoreVersion: await scoreVersionOf(db, submissionId),
          }
        : null,
  };
}

interface HoldFacts {
  holds: Clip['holds'];
  appeals: Pick<Clip['appeals'][number], 'of' | 'state' | 'openedAt'>[];
  /** Whether the score would hold the clip without an audit, too. */
  isHigh: boolean;
}

/** Returns the hold on a clip's views, and since when they are held. An appeal holds decided views again. */
function openHoldOf({ holds, appeals, isHigh }: HoldFacts) {
  const hold = holds.find(({ state }) => state === 'open' || state === 'escalated');
  const appeal = appeals.find(
    ({ of, state }) => of === 'hold' && (state === 'open' || state === 'escalated'),
  );
  return hold ? { since: appeal?.openedAt ?? hold.openedAt, audit: isHigh ? null : auditLabel(hold) } : null;
}

/** Reads everything that a clip's page shows, at the same time. */
async function readParts(db: Database, submissionId: string, viewer: Clip['viewer'], now: Date) {
  const [shown, ofViewer] = await Promise.all([
    Promise.all([
      readReceipt(db, submissionId),
      readClipState(db, submissionId, viewer, now),
      readClipRules(db, submissionId),
      readMatch(db, submissionId, viewer),
      holdsOf(db, submissionId, viewer),
      clipAppeals(db, submissionId),
      showAnalytics(db, submissionId, viewer === 'clipper'),
      openSubject(db, submissionId, now),
      atStake(db, submissionId),
    ]),
    Promise.all([
      declarationsOf(db, submissionId),
      viewer === 'admin' ? participantsOf(db, submissionId) : null,
      viewer === 'host' ? null : scoreAsked(db, submissionId),
      viewer === 'host' ? null : readReviewNote(db, submissionId),
    ]),
  ]);
  return { shown, ofViewer };
}
