import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { WithdrawDialog } from '../withdraw-dialog.tsx';

/** A button that withdraws a pending submission after asking. */
export function WithdrawButton({ clip }: { clip: Clip }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
        <Undo2 aria-hidden />
        Withdraw
      </Button>
      <WithdrawDialog clip={asking ? clip : null} onClose={() => setAsking(false)} />
    </>
  );
}
