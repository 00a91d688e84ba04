import { useState } from 'react';
import { deskRoutes } from '#contract/desk-routes.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import type { LateWord } from '#contract/payout-desk.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/button.tsx';
import { fullMoment } from '#web/ui/dates.ts';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

/** What PayPal said of payouts that were decided by hand before: each stays until somebody has dealt with it. */
export function LateWords({ words }: { words: LateWord[] }) {
  const [dealing, setDealing] = useState<LateWord | null>(null);
  return (
    <>
      {words.map((word) => (
        <Note
          key={word.payoutId}
          tone="error"
          title={titleOf(word)}
          className="mb-3"
          action={
            <Button
              size="sm"
              aria-label={`Dealt with payout of @${word.clipperUsername}`}
              onClick={() => setDealing(word)}
            >
              Dealt with
            </Button>
          }
        >
          {word.words} Said {fullMoment(word.saidAt)}.
        </Note>
      ))}
      {dealing ? <DealDialog word={dealing} onClose={() => setDealing(null)} /> : null}
    </>
  );
}

const titleOf = ({ amountMicros, clipperUsername }: LateWord): string =>
  `${formatUsd(amountMicros)} to @${clipperUsername}.`;

function DealDialog({ word, onClose }: { word: LateWord; onClose: () => void }) {
  const deal = useAction(deskRoutes.dealWithLateWord, {
    success: () => {
      toast.success('Dealt with');
      onClose();
    },
    error: (error) => toast.error(error.title, error.message),
  });
  return (
    <AskDialog
      title="Dealt with"
      description={`${titleOf(word)} ${word.words}`}
      label="What was done"
      missing="Enter what was done: it stands in the audit log."
      maxLength={NOTE_MAX}
      confirmText="Dealt with"
      busy={deal.isPending && 'Saving...'}
      onConfirm={(reason) => deal.mutate({ params: { id: word.payoutId }, body: { reason } })}
      onClose={onClose}
    />
  );
}
