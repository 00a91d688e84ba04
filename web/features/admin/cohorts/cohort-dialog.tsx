import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { ActDialog } from '../act-dialog.tsx';
import { clipsText } from './cohort-labels.ts';

const acts = {
  hold: {
    title: (clips: number) => `Hold ${clipsText(clips)}`,
    description:
      'Their unreleased views are held until you decide. Each clipper is notified that a reviewer is checking.',
    confirmText: 'Hold',
    missing: 'Enter why they are held.',
    hint: 'It is recorded in the audit log.',
    done: (clips: number) => `${clipsText(clips)} on hold`,
  },
  uphold: {
    title: (clips: number) => `Do not pay ${clipsText(clips)}`,
    description:
      'The unreleased earnings of these clips go back to their listings, and counting ends. Released earnings stay paid. Each clipper is notified of the reason and can appeal for each clip. The links between these people are settled and raise no further alarm.',
    confirmText: 'Do not pay',
    missing: 'Enter the reason for your decision.',
    hint: 'The clippers read it; it is recorded in the audit log.',
    done: (clips: number) => `${clipsText(clips)} not paid`,
  },
  clear: {
    title: () => 'Clear these people',
    description:
      'These people are not linked. Views held only for that reason are released, and the same links raise no further alarm. Holds by score stay.',
    confirmText: 'Clear',
    missing: 'Enter why they do not belong together.',
    hint: 'It is recorded in the audit log.',
    done: (clips: number) => (clips > 0 ? `Cleared, ${clipsText(clips)} released` : 'Cleared'),
  },
} as const;
export type CohortAct = keyof typeof acts;

interface Props {
  act: CohortAct;
  cohortId: string;
  /** The clips to decide; empty when the cohort is cleared. */
  clipIds: string[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks for one note, and applies one decision to all chosen clips of a cohort. */
export function CohortDialog({ act, cohortId, clipIds, ...on }: Props) {
  const { title, done, ...words } = acts[act];
  const params = { id: cohortId };
  const asked = {
    ...words,
    ...on,
    title: title(clipIds.length),
    label: 'Note',
    danger: act === 'uphold',
    done: ({ clips }: { clips: number }) => [done(clips)] as const,
  };
  return act === 'clear' ? (
    <ActDialog {...asked} route={adminRoutes.clearCohort} input={(note) => ({ params, body: { note } })} />
  ) : (
    <ActDialog
      {...asked}
      route={act === 'hold' ? adminRoutes.holdCohort : adminRoutes.upholdCohort}
      input={(note) => ({ params, body: { clipIds, note } })}
    />
  );
}
