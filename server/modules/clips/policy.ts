import type { AccountId } from '#contract/accounts/ids.ts';
import type { Clip, ClipAction } from '#contract/clips/clips.ts';
import type { Actor } from '#server/http/actor.ts';

interface Participants {
  clipperId: AccountId;
  hostId: AccountId;
}

/** Returns the role in which somebody may read a clip; null if the clip must appear not to exist. */
export function viewerOf(actor: Actor, { clipperId, hostId }: Participants): Clip['viewer'] | null {
  if (actor.accountId === clipperId) return 'clipper';
  if (actor.accountId === hostId) return 'host';
  return actor.role === 'admin' ? 'admin' : null;
}

type Facts = Pick<
  Clip,
  'status' | 'decision' | 'captionProblem' | 'appealable' | 'appeals' | 'holds' | 'viewer'
> & { isEscalated: boolean; canResubmit: boolean; asksPerson: boolean; declaring: readonly Clip['viewer'][] };

/** Lists the actions that the viewer may take on a clip now. The route of each action checks again. */
export function actionsOf(clip: Facts): ClipAction[] {
  const undecided = clip.status === 'pending' && clip.decision === null;
  const open = ({ state }: { state: string }) => state === 'open' || state === 'escalated';
  const declare = clip.declaring.includes(clip.viewer);
  const may: Record<Clip['viewer'], Partial<Record<ClipAction, boolean>>> = {
    clipper: {
      withdraw: undecided,
      resubmit: clip.canResubmit,
      appeal: clip.appealable !== null,
      answer_review: clip.asksPerson,
      check_caption: clip.captionProblem !== null,
      send_screenshot: clip.status !== 'withdrawn',
      write: true,
      declare,
    },
    host: {
      decide: undecided && !clip.isEscalated,
      undo: clip.decision !== null,
      block: true,
      write: true,
      declare,
    },
    admin: {
      read_messages: true,
      decide_escalated: undecided && clip.isEscalated,
      decide_hold: clip.holds.some(open),
      decide_appeal: clip.appeals.some(open),
      take_back: clip.status === 'approved',
      let_pass: clip.asksPerson,
    },
  };
  return (Object.entries(may[clip.viewer]) as [ClipAction, boolean][]).flatMap(([action, allowed]) =>
    allowed ? [action] : [],
  );
}
