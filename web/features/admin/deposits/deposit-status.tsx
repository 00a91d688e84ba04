import type { AdminDeposit } from '#contract/admin/admin-deposits.ts';
import { standingOf } from '#web/nouns/deposit-labels.ts';
import { Badge } from '#web/ui/pages/badge.tsx';

/** Shows the deposit's status as the host reads it, and whether the deposit freezes the host's balance. */
export function DepositStatus({ deposit }: { deposit: AdminDeposit }) {
  const { tone, text } = standingOf(deposit);
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tone}>{text}</Badge>
      {deposit.frozen ? <Badge tone="red">Balance frozen</Badge> : null}
    </span>
  );
}
