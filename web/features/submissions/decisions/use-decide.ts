import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { UNDO_SECONDS } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';
import { ApiError, call } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Milliseconds after a decision until the clips are refetched. The decision has then taken effect. */
const SETTLED_MS = (UNDO_SECONDS + 3) * 1000;

export interface Decidable {
  id: string;
  clipperUsername: string;
}
export type Choice = { kind: 'approve' } | { kind: 'reject'; reason: RejectReason; note: string | null };

/** The last decision or undo. It is shown beside the buttons and never covers them. */
export interface Decided {
  key: number;
  text: string;
  /** The decided clips; empty after an undo. */
  clips: readonly Decidable[];
}

/**
 * Approves and rejects clips, and undoes the last decision within ten seconds. `leaving` has the clips that
 * were just decided. A queue may hide them at once, because the decision can still be undone.
 */
export function useDecide(onRestored: (id: string) => void = () => undefined) {
  const client = useQueryClient();
  const { leaving, leave, comeBack } = useLeaving();
  const { decided, show, correct, hide } = useDecided();
  const sprint = useSprint();
  const send = useLine();
  const refetch = () => client.invalidateQueries();

  const decide = async (clips: readonly Decidable[], choice: Choice) => {
    for (const { id } of clips) leave(id);
    const key = show(textOf(choice, clips), clips);
    const { failed, error } = await send(clips, choice);
    for (const { id } of failed) comeBack(id);
    const done = clips.filter((clip) => !failed.includes(clip));
    sprint.add(done.length);
    if (failed.length > 0) {
      correct(key, textOf(choice, done), done);
      if (clips.length === 1) toast.error(error.title, error.message);
      else toast.error('Not all decided', `${failed.length} clips still wait for you. Try them again.`);
    }
    setTimeout(() => {
      for (const { id } of done) comeBack(id);
      void refetch();
    }, SETTLED_MS);
    await refetch();
  };

  const undo = async (clips: readonly Decidable[]) => {
    hide(clips);
    const { failed, error } = await send(clips, { kind: 'undo' });
    const back = clips.filter((clip) => !failed.includes(clip));
    await refetch();
    // The clip is shown and chosen in one step, because a key pressed in between would decide another clip.
    for (const { id } of back) comeBack(id);
    sprint.add(-back.length);
    if (back[0]) {
      onRestored(back[0].id);
      show(back.length === 1 ? 'Decision taken back' : `${back.length} decisions taken back`, []);
    }
    if (failed.length > 0) toast.error(error.title, error.message);
  };

  return {
    leaving,
    sprint: sprint.state,
    decided: decided.at(-1),
    decide,
    undo,
    undoLast: () => {
      const open = decided.findLast(({ clips }) => clips.length > 0);
      if (open) void undo(open.clips);
    },
  };
}
export type Deciding = ReturnType<typeof useDecide>;

const words = { approve: 'Approved', reject: 'Rejected' };
const textOf = ({ kind }: Choice, clips: readonly Decidable[]): string =>
  clips.length === 1
    ? `${words[kind]} @${clips[0]!.clipperUsername}`
    : `${words[kind]} ${clips.length} clips`;

const offline = { title: 'Not saved', message: 'Check your connection, then try again.' };

/** Sends choices one after another, because an undo must not arrive before the decision that it undoes. */
function useLine() {
  const line = useRef<Promise<unknown>>(Promise.resolve());
  return (clips: readonly Decidable[], choice: Choice | { kind: 'undo' }) => {
    // The request is sent after the frame that shows the press.
    const sent = Promise.all([line.current, nextTask()]).then(() => sendAll(clips, choice));
    line.current = sent;
    return sent;
  };
}

const nextTask = () => new Promise((go) => setTimeout(go));

/** Keeps the decisions of the last ten seconds, and which of them were undone. */
function useDecided() {
  const [decided, setDecided] = useState<Decided[]>([]);
  const keys = useRef(0);
  return {
    decided,
    show: (text: string, clips: readonly Decidable[]) => {
      keys.current += 1;
      const key = keys.current;
      setDecided((before) => [...before.filter((one) => one.clips.length > 0), { key, text, clips }]);
      setTimeout(() => setDecided((before) => before.filter((one) => one.key !== key)), UNDO_SECONDS * 1000);
      return key;
    },
    /** Call this if some of the clips were refused. */
    correct: (key: number, text: string, clips: readonly Decidable[]) =>
      setDecided((before) =>
        before
          .map((one) => (one.key === key ? { key, text, clips } : one))
          .filter((one) => one.key !== key || clips.length > 0),
      ),
    hide: (clips: readonly Decidable[]) => {
      const ids = new Set(clips.map(({ id }) => id));
      setDecided((before) => before.filter((one) => !one.clips.some(({ id }) => ids.has(id))));
    },
  };
}

/** Sends one call after another. Returns the refused clips with the last error. */
async function sendAll<C extends Decidable>(clips: readonly C[], choice: Choice | { kind: 'undo' }) {
  const failed: C[] = [];
  let error: { title: string; message: string } = offline;
  for (const clip of clips) {
    const params = { id: clip.id };
    try {
      if (choice.kind === 'approve') await call(routes.approveSubmission, { params });
      else if (choice.kind === 'undo') await call(routes.undoDecision, { params });
      else {
        const { reason, note } = choice;
        await call(routes.rejectSubmission, { params, body: { reason, note } });
      }
    } catch (fault) {
      if (fault instanceof ApiError) error = fault;
      failed.push(clip);
    }
  }
  return { failed, error };
}

/** Counts the decisions since the first one, for a person who works through a queue. */
function useSprint() {
  const [state, setState] = useState<{ count: number; startedAt: number } | null>(null);
  return {
    state,
    add: (count: number) =>
      setState((before) => ({
        count: Math.max(0, (before?.count ?? 0) + count),
        startedAt: before?.startedAt ?? Date.now(),
      })),
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
