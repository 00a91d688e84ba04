import type { Clip } from '#contract/clips/clips.ts';
import { releasedAnalytics } from '#contract/platforms/platform-permissions.ts';
import { rejectReasons } from '#contract/submissions/reject-reasons.ts';
import type { CountingTrouble } from '#contract/tracking.ts';
import { ANSWER_ID, DECLARATIONS_ID, HOLDS_ID, PROOF_ID, SCREENSHOT_ID } from '#web/nouns/answer-id.ts';
import { postHref } from '#web/nouns/post-link.ts';
import { paths } from '#web/routes/paths.ts';
import type { Tone } from '#web/ui/pages/badge.tsx';
import { actorName, isNamed } from '../submission-labels.ts';

/** Something that the reader can do about the clip. `to` is a page, a post in a new tab, or an id of this page. */
export type HeadlineAction =
  | { kind: 'page' | 'post' | 'place'; text: string; to: string }
  | { kind: 'check_caption'; text: string }
  /** The buttons of the decision, which stay in view at the bottom of the page. */
  | { kind: 'decide'; text: string };

export interface Headline {
  state: { text: string; tone: Tone };
  /** The next event, its deadline and the person who acts, in the reader's words. */
  next: { what: string; by: Date | null; who: string | null };
  /** Why the clip was rejected; null for other states. */
  reason: string | null;
  action: HeadlineAction | null;
  secondary: HeadlineAction | null;
}

/** Facts about the clip that its own reply does not have. */
export interface Waiting {
  /** The clipper's released earnings wait for proof of the clip's views, and something can prove them. */
  needsProof: boolean;
}

type Case = Pick<Headline, 'state'> & Partial<Pick<Headline, 'action' | 'secondary' | 'reason' | 'next'>>;

/**
 * Decides what the head of a clip's page says: the clip's state, the next event, and at most two actions of the
 * reader. The first case that applies wins, in the order in which the server chooses the next event.
 */
export function headlineOf(clip: Clip, waiting: Waiting = { needsProof: false }): Headline {
  const found =
    closed(clip) ??
    undoable(clip) ??
    appealed(clip) ??
    rejected(clip) ??
    held(clip) ??
    notCounted(clip) ??
    captionLacks(clip) ??
    undecided(clip) ??
    approved(clip, waiting);
  return { next: nextOf(clip), reason: null, action: null, secondary: null, ...found };
}

const may = (clip: Clip, action: Clip['may'][number]): boolean => clip.may.includes(action);
const isPending = ({ status }: Clip): boolean => status === 'pending';
const isUndecided = ({ state }: { state: string }): boolean => state === 'open' || state === 'escalated';

/** Names a state of the clip's views; the host still has to decide on a pending clip. */
const named = (clip: Clip, text: string): string =>
  isPending(clip) ? `Pending, ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

const decide: HeadlineAction = { kind: 'decide', text: 'Decide' };
const place = (text: string, to: string): HeadlineAction => ({ kind: 'place', text, to });

/** Returns the decision if the reader has one of these. */
const decisionOf = (clip: Clip, ...actions: Clip['may']): HeadlineAction | null =>
  actions.some((action) => may(clip, action)) ? decide : null;

function closed({ status }: Clip): Case | null {
  return status === 'withdrawn' ? { state: { text: 'Withdrawn', tone: 'grey' } } : null;
}

/** The host has decided and can undo it for a few seconds. */
function undoable(clip: Clip): Case | null {
  if (clip.decision === null) return null;
  return { state: { text: 'Pending', tone: 'yellow' }, action: decisionOf(clip, 'undo') };
}

function appealed(clip: Clip): Case | null {
  const appeal = clip.appeals.find(isUndecided);
  if (!appeal) return null;
  const text = appeal.of === 'hold' ? named(clip, 'Views held, appeal open') : 'Rejected, appeal open';
  return {
    state: { text, tone: 'yellow' },
    action: decisionOf(clip, 'decide_appeal', 'decide'),
    secondary: appeal.of === 'hold' ? proofOf(clip) : null,
  };
}

function rejected(clip: Clip): Case | null {
  if (clip.status !== 'rejected') return null;
  const appeal = may(clip, 'appeal') ? place('Appeal', ANSWER_ID) : null;
  const { resubmit } = fixesOf(clip);
  return {
    state: { text: 'Rejected', tone: 'red' },
    reason: clip.rejectReason && rejectReasons[clip.rejectReason].label,
    action: resubmit ?? appeal,
    secondary: resubmit && appeal,
  };
}

function held(clip: Clip): Case | null {
  const hold = clip.holds.find(isUndecided);
  if (!hold) return null;
  const decision = decisionOf(clip, 'decide', 'decide_hold', 'decide_escalated');
  if (hold.freshDueAt && clip.viewer === 'clipper')
    return {
      state: { text: named(clip, 'Audit'), tone: 'yellow' },
      action: place('Send a screenshot', SCREENSHOT_ID),
    };
  if (hold.audit || hold.freshDueAt) {
    const asksClipper = clip.viewer === 'clipper' && !hold.audit?.isShown;
    return {
      state: { text: named(clip, 'Audit'), tone: 'yellow' },
      action: asksClipper ? place('Prove it', HOLDS_ID) : decision,
    };
  }
  const appeal = may(clip, 'appeal') ? place('Appeal', ANSWER_ID) : null;
  const proof = proofOf(clip);
  return {
    state: { text: named(clip, 'Views held'), tone: 'red' },
    action: decision ?? appeal ?? proof,
    secondary: appeal && proof,
  };
}

/** Returns the way to show that people watched the clip; null if this page offers none. */
function proofOf(clip: Clip): HeadlineAction | null {
  if (clip.viewer !== 'clipper') return null;
  if (!clip.analytics && clip.countLevel === 'platform' && clip.platform in releasedAnalytics)
    return { kind: 'page', text: 'Prove it', to: paths.clipperSettings('accounts') };
  return may(clip, 'declare') ? place('Prove it', DECLARATIONS_ID) : null;
}

/** Repairs that the reader can make now. A note below the head has those that the head does not offer. */
export function fixesOf(clip: Clip): Record<'resubmit' | 'connect' | 'caption', HeadlineAction | null> {
  const { listingId: listing, url } = clip;
  const isLost = clip.viewer === 'clipper' && clip.trouble?.kind === 'not_connected';
  return {
    resubmit: may(clip, 'resubmit')
      ? { kind: 'page', text: 'Fix and resubmit', to: paths.clipperSubmit({ listing, url }) }
      : null,
    connect: isLost
      ? { kind: 'page', text: 'Connect your account', to: paths.clipperSettings('accounts') }
      : null,
    caption: may(clip, 'check_caption') ? { kind: 'check_caption', text: 'Check again' } : null,
  };
}

/** Troubles after which the count becomes final unless somebody acts. Others pass and are only notes. */
const lasting: readonly CountingTrouble['kind'][] = ['unreadable', 'not_connected', 'uncountable'];

function notCounted(clip: Clip): Case | null {
  if (!clip.trouble || !lasting.includes(clip.trouble.kind)) return null;
  const post: HeadlineAction | null =
    clip.viewer === 'clipper' && clip.trouble.kind === 'unreadable'
      ? { kind: 'post', text: 'Open post', to: postHref(clip.url) }
      : null;
  return {
    state: { text: named(clip, 'Not counted'), tone: 'yellow' },
    action: fixesOf(clip).connect ?? post ?? decisionOf(clip, 'decide', 'decide_escalated'),
  };
}

function captionLacks(clip: Clip): Case | null {
  if (!clip.captionProblem) return null;
  const { earnsNothing } = clip.captionProblem;
  return {
    state: { text: named(clip, 'Caption incomplete'), tone: earnsNothing ? 'red' : 'yellow' },
    action: fixesOf(clip).caption ?? decisionOf(clip, 'decide', 'decide_escalated'),
  };
}

function undecided(clip: Clip): Case | null {
  if (!isPending(clip)) return null;
  return {
    state: { text: 'Pending', tone: 'yellow' },
    action: decisionOf(clip, 'decide', 'decide_escalated', 'let_pass') ?? answerOf(clip),
  };
}

/** A note to the reviewer who decides on an unusual score. */
const answerOf = (clip: Clip): HeadlineAction | null =>
  may(clip, 'answer_review') && !clip.reviewNote?.isOpen ? place('Explain the views', ANSWER_ID) : null;

function approved(clip: Clip, { needsProof }: Waiting): Case {
  const decision = decisionOf(clip, 'let_pass');
  const hold = clip.holds[0];
  if (clip.isFrozen) return { state: { text: 'Earnings frozen', tone: 'yellow' } };
  if (clip.budgetSpent && clip.next.who !== 'nobody')
    return {
      state: { text: 'Budget used up', tone: 'yellow' },
      action:
        clip.viewer === 'host' && clip.next.who === 'host'
          ? { kind: 'page', text: 'Top up', to: paths.hostListing(clip.listingId) }
          : decision,
    };
  if (may(clip, 'answer_review') || decision)
    return { state: { text: 'Views in review', tone: 'yellow' }, action: decision ?? answerOf(clip) };
  if (hold?.state === 'upheld')
    return {
      state: { text: 'Views rejected', tone: 'red' },
      action: may(clip, 'appeal') ? place('Appeal', ANSWER_ID) : null,
    };
  if (needsProof)
    return {
      state: { text: 'Waiting for proof', tone: 'yellow' },
      next: {
        what: 'Earnings are paid out once the views are proven',
        by: null,
        who: clip.viewer === 'clipper' ? 'you' : `@${clip.clipperUsername}`,
      },
      action: place('Prove it', PROOF_ID),
    };
  const sends = clip.viewer === 'clipper' && clip.countLevel === 'attested' && clip.next.who === 'clipper';
  return {
    state: { text: 'Approved', tone: 'green' },
    action: sends ? place('Send a screenshot', SCREENSHOT_ID) : null,
  };
}

/** The next event with the names that this reader knows: "You decide", "@marlow", "a reviewer". */
function nextOf(clip: Clip): Headline['next'] {
  const { viewer, status, next } = clip;
  const what = viewer === 'host' && status === 'pending' && next.who === 'host' ? 'You decide' : next.what;
  const actor = actorNameFor(clip, next.who);
  return { what, by: next.by, who: isNamed(what, actor) ? null : actor };
}

/** Names the person who acts as this reader should read it: "you", "@marlow", "a reviewer". */
export function actorNameFor(
  { viewer, hostUsername, clipperUsername }: Pick<Clip, 'viewer' | 'hostUsername' | 'clipperUsername'>,
  who: Clip['next']['who'],
): string | null {
  if (viewer === 'admin' && who === 'admin') return 'you or another admin';
  return actorName(who, {
    host: viewer === 'host' ? 'you' : `@${hostUsername}`,
    clipper: viewer === 'clipper' ? 'you' : `@${clipperUsername}`,
  });
}
