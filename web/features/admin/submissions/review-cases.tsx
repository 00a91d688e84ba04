import type { ReactNode } from 'react';
import type { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { Clip } from '#contract/clips/clips.ts';
import { HOLD_SCORE } from '#contract/limits.ts';
import { formatUsd, micros, microsPerView } from '#contract/money.ts';
import type { ReplyOf } from '#web/api/client.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { consequenceOf } from './prove-views-dialog.tsx';

export type Decision =
  | 'approve'
  | 'reject'
  | 'fraud'
  | 'release'
  | 'uphold'
  | 'overturn'
  | 'dismiss'
  | 'pass'
  | 'prove'
  | 'refuse_proof';

/** A button that names what the decision does, with its amount of money. */
export interface ReviewChoice {
  decision: Decision;
  text: string;
}

/** A question that waits for an admin, with at most two answers. */
export interface ReviewCase {
  title: string;
  about: ReactNode;
  primary: ReviewChoice | null;
  secondary: ReviewChoice | null;
}

export type Proof = ReplyOf<typeof adminRoutes.provableViews> | undefined;

export const openAppealOf = ({ appeals }: Clip) => appeals.find(({ decidedAt }) => decidedAt === null);

const may = (clip: Clip, action: Clip['may'][number]): boolean => clip.may.includes(action);

/**
 * Returns the questions about a clip that wait for an admin, and the acts that no question offers. The server
 * says in `may` which acts it takes.
 */
export function reviewOf(clip: Clip, proof: Proof): { cases: ReviewCase[]; others: ReviewChoice[] } {
  const cases = [
    escalatedCase(clip),
    heldCase(clip),
    appealCase(clip),
    proofCase(clip, proof),
    scoreCase(clip),
  ];
  const open = cases.filter((one) => one !== null);
  const offered = open.flatMap(({ primary, secondary }) => [primary?.decision, secondary?.decision]);
  const others = [
    proof?.provable ? { decision: 'prove' as const, text: proveText(clip, proof.provable) } : null,
    may(clip, 'take_back') ? { decision: 'fraud' as const, text: clawBackText(clip) } : null,
  ];
  return {
    cases: open,
    others: others.filter((one) => one && !offered.includes(one.decision)) as ReviewChoice[],
  };
}

function escalatedCase(clip: Clip): ReviewCase | null {
  if (!may(clip, 'decide_escalated')) return null;
  const worth =
    clip.worthMicros > 0n ? `, ${formatUsd(clip.worthMicros)} so far to @${clip.clipperUsername}` : '';
  return {
    title: 'The host did not decide in time',
    about: (
      <>
        Your decision is due by <MomentText at={clip.decideBy} />. Does the clip fit its listing?
      </>
    ),
    primary: { decision: 'approve', text: `Approve clip${worth}` },
    secondary: { decision: 'reject', text: 'Reject clip, pay nothing' },
  };
}

const heldViews = (clip: Clip): string => `${formatCount(clip.contestedViews)} views`;

/** Names the reserved money that returns to the listing's budget if the views are rejected. */
const kept = ({ atStake }: Clip): string =>
  atStake && atStake.reservedMicros > 0n ? `, keep ${formatUsd(atStake.reservedMicros)} in the listing` : '';

/** Returns the worth of the held views, without limits of the listing. */
const worthOf = ({ contestedViews, rateCentsPerMille }: Clip): string =>
  formatUsd(micros(BigInt(contestedViews) * microsPerView(rateCentsPerMille)));

/** Names the money at stake and its receiver; null if none is at stake. */
const stakeText = ({ atStake, clipperUsername }: Clip): string | null =>
  atStake && atStake.wantedMicros > 0n ? `${formatUsd(atStake.wantedMicros)} to @${clipperUsername}` : null;

function releaseText(clip: Clip): string {
  return `Release ${stakeText(clip) ?? `${heldViews(clip)} of @${clip.clipperUsername}`}`;
}

function approveText(clip: Clip): string {
  const stake = stakeText(clip);
  if (stake) return `Approve clip, ${stake}`;
  return `Approve clip of @${clip.clipperUsername} with ${formatCount(clip.countedViews)} views`;
}

const shortNote = ({ atStake }: Clip): string =>
  atStake?.isShort ? 'The listing’s budget does not cover all of it: the rest waits for budget. ' : '';

function heldCase(clip: Clip): ReviewCase | null {
  // An appeal against the hold has the same two answers, so only the appeal is shown.
  if (!may(clip, 'decide_hold') || openAppealOf(clip)?.of === 'hold') return null;
  const identity = clip.review?.identity;
  return {
    title: identity ? 'The same person on both sides?' : 'Are the held views real?',
    about: identity ? (
      <>
        {identity} Nothing is paid for this clip before you decide. If you release the hold, this match holds
        no other clips of the two people. If you reject the views, counting of the clip ends.
      </>
    ) : (
      <>
        {heldViews(clip)} of {formatCount(clip.countedViews)} are held. {shortNote(clip)}
        {clip.status === 'pending'
          ? `If the host approves the clip, they are worth up to ${worthOf(clip)}.`
          : null}
      </>
    ),
    primary: { decision: 'release', text: releaseText(clip) },
    secondary: { decision: 'uphold', text: `Reject ${heldViews(clip)}${kept(clip)}` },
  };
}

function appealCase(clip: Clip): ReviewCase | null {
  const appeal = openAppealOf(clip);
  if (!appeal || !may(clip, 'decide_appeal')) return null;
  const isHold = appeal.of === 'hold';
  return {
    title: isHold ? 'The clipper appeals the hold' : 'The clipper appeals the rejection',
    about: (
      <>
        Your decision is due by <MomentText at={appeal.decideBy} />. {shortNote(clip)}
      </>
    ),
    primary: {
      decision: 'overturn',
      text: isHold ? releaseText(clip) : approveText(clip),
    },
    secondary: {
      decision: 'dismiss',
      text: isHold ? `Deny appeal: reject ${heldViews(clip)}${kept(clip)}` : `Deny appeal${kept(clip)}`,
    },
  };
}

const proveText = (
  { clipperUsername }: Clip,
  { views, leavesMicros }: NonNullable<Proof>['provable'] & {},
) =>
  leavesMicros > 0n
    ? `Prove ${formatCount(views)} views, ${formatUsd(leavesMicros)} to @${clipperUsername}`
    : `Prove ${formatCount(views)} views`;

function proofCase(clip: Clip, proof: Proof): ReviewCase | null {
  const request = proof?.request;
  if (!request) return null;
  return {
    title: 'Does the picture show the counts?',
    about: (
      <>
        The clipper shows the analytics of {formatCount(request.views)} views.{' '}
        {request.isCodeRead
          ? `The code ${request.code} was read in the picture.`
          : `The code ${request.code} was not read in the picture.`}{' '}
        {request.pictureUrl ? (
          <a href={request.pictureUrl} target="_blank" rel="noopener noreferrer" className="underline">
            See the picture<span className="sr-only"> (new tab)</span>
          </a>
        ) : null}{' '}
        {proof.provable ? consequenceOf(proof.provable) : null}
      </>
    ),
    primary: proof.provable ? { decision: 'prove', text: proveText(clip, proof.provable) } : null,
    secondary: { decision: 'refuse_proof', text: 'Refuse picture, the money still waits' },
  };
}

const clawBackText = ({ earnedMicros }: Clip): string =>
  earnedMicros > 0n ? `Claw back views, up to ${formatUsd(earnedMicros)} to the listing` : 'Claw back views';

function scoreCase(clip: Clip): ReviewCase | null {
  if (!may(clip, 'let_pass')) return null;
  const { pendingMicros, clipperUsername } = clip;
  return {
    title: 'Are the views real?',
    about: (
      <>
        The score is unusual, but no views are on hold.{' '}
        {(clip.verdict.score ?? 0) >= HOLD_SCORE
          ? 'The clip’s pending earnings wait for your decision.'
          : 'Without a decision the clip’s pending earnings are released seven days later.'}{' '}
        {clip.reviewNote?.isOpen ? 'The clipper wrote a note, below the score.' : null}
      </>
    ),
    primary: {
      decision: 'pass',
      text:
        pendingMicros > 0n
          ? `Let score pass, ${formatUsd(pendingMicros)} to @${clipperUsername}`
          : 'Let score pass',
    },
    secondary: may(clip, 'take_back') ? { decision: 'fraud', text: clawBackText(clip) } : null,
  };
}
