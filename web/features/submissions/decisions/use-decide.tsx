import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { UNDO_SECONDS } from '#contract/limits.ts';
import type { RejectReason } from '#contract/reject-reasons.ts';
import { routes } from '#contract/routes.ts';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { useAction } from '#web/api/action.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { toast } from '#web/ui/toast.tsx';
import { Countdown } from './countdown.tsx';

/** Refetches a few seconds after a decision takes effect, to show its result. */
const SETTLED_MS = (UNDO_SECONDS + 3) * 1000;

type Clip = Pick<HostSubmissionRow, 'id' | 'clipperUsername'>;
const toastOf = (id: string) => `decision-${id}`;

/**
 * Approve, reject, and take either back within ten seconds. `leaving` are the clips just decided, which a queue
 * may hide at once because the decision can still be undone.
 */
export function useDecide() {
  const client = useQueryClient();
  const { leaving, leave, comeBack } = useLeaving();
  const last = useRef<Clip | null>(null);
  const failed = (error: ApiError, id: string) => {
    comeBack(id);
    toast.dismiss(toastOf(id));
    toast.error(error.title, error.message);
    void client.invalidateQueries();
  };

  const undoing = useAction(routes.undoDecision, {
    success: (_reply, { params }) => {
      comeBack(params.id);
      toast.dismiss(toastOf(params.id));
      toast.success('Decision taken back', 'The clip waits for you again.');
    },
    error: (error, { params }) => failed(error, params.id),
  });
  const undo = ({ id }: Pick<Clip, 'id'>) => undoing.mutate({ params: { id } });
  const decided = (word: 'Approved' | 'Rejected', clip: Clip) => {
    last.current = clip;
    leave(clip.id);
    toast[word === 'Approved' ? 'success' : 'info'](
      `${word} @${clip.clipperUsername}`,
      <Countdown seconds={UNDO_SECONDS} />,
      {
        id: toastOf(clip.id),
        durationMs: UNDO_SECONDS * 1000,
        action: { label: 'Undo', onPress: () => undo(clip) },
      },
    );
    setTimeout(() => {
      if (last.current?.id === clip.id) last.current = null;
      comeBack(clip.id);
      void client.invalidateQueries();
    }, SETTLED_MS);
  };
  const approving = useAction(routes.approveSubmission, {
    error: (error, { params }) => failed(error, params.id),
  });
  const rejecting = useAction(routes.rejectSubmission, {
    error: (error, { params }) => failed(error, params.id),
  });
  const approveAll = useApproveAll({ leave, comeBack });
  return {
    leaving,
    undo,
    approveAll,
    undoLast: () => last.current && undo(last.current),
    approve: (clip: Clip) => {
      decided('Approved', clip);
      approving.mutate({ params: { id: clip.id } });
    },
    reject: (clip: Clip, reason: RejectReason, note: string | null) => {
      decided('Rejected', clip);
      rejecting.mutate({ params: { id: clip.id }, body: { reason, note } });
    },
  };
}

/** Decides several clips one after the other, with one toast and one Undo for all that succeeded. */
function useApproveAll({ leave, comeBack }: Pick<ReturnType<typeof useLeaving>, 'leave' | 'comeBack'>) {
  const client = useQueryClient();
  const undoAll = async (ids: readonly string[]) => {
    const undone = await Promise.allSettled(
      ids.map((id) => call(routes.undoDecision, { params: { id } }).then(() => comeBack(id))),
    );
    const late = undone.filter(({ status }) => status === 'rejected').length;
    if (late === 0) toast.success('Decisions taken back', 'The clips wait for you again.');
    else toast.error('Not all taken back', `${late} of ${ids.length} decisions had taken effect already.`);
    await client.invalidateQueries();
  };
  return async (clips: readonly Clip[]) => {
    for (const clip of clips) leave(clip.id);
    const approved: string[] = [];
    for (const { id } of clips) {
      try {
        await call(routes.approveSubmission, { params: { id } });
        approved.push(id);
      } catch {
        comeBack(id);
      }
    }
    const failed = clips.length - approved.length;
    if (approved.length > 0)
      toast.success(`Approved ${approved.length} clips`, <Countdown seconds={UNDO_SECONDS} />, {
        durationMs: UNDO_SECONDS * 1000,
        action: { label: 'Undo', onPress: () => void undoAll(approved) },
      });
    if (failed > 0) toast.error('Not all approved', `${failed} clips still wait for you. Try them again.`);
    setTimeout(() => {
      for (const id of approved) comeBack(id);
      void client.invalidateQueries();
    }, SETTLED_MS);
    await client.invalidateQueries();
  };
}

function useLeaving() {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  return {
    leaving,
    leave: (id: string) => setLeaving((before) => new Set(before).add(id)),
    comeBack: (id: string) => setLeaving((before) => new Set([...before].filter((one) => one !== id))),
  };
}
