import { fullDay } from '#contract/dates.ts';
import type { VerifiedRecord } from '#contract/verified-records.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { copyBadge, copyLink } from './copy-record.ts';

interface RecordLineProps {
  record: VerifiedRecord;
  onEnd: () => void;
}

/** Shows a shared record with its link and badge. An expired record can only be removed. */
export function RecordLine({ record, onEnd }: RecordLineProps) {
  const { id, sharesEarnings, expiresAt, isExpired } = record;
  const name = sharesEarnings ? 'with earnings' : 'without earnings';
  const of = `the record ${name} until ${fullDay(expiresAt)}`;
  return (
    <li
      aria-label={`Record ${name}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
    >
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="font-semibold">{sharesEarnings ? 'With earnings' : 'Without earnings'}</b>
          {isExpired ? <Badge tone="red">Expired</Badge> : null}
        </span>
        <span className="block text-muted text-sm">
          {isExpired ? 'Was shared until ' : 'Shared until '}
          <DateText at={expiresAt} />
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        {isExpired ? null : (
          <>
            <Button size="sm" aria-label={`Copy link of ${of}`} onClick={() => void copyLink(id)}>
              Copy link
            </Button>
            <Button size="sm" aria-label={`Copy badge code of ${of}`} onClick={() => void copyBadge(id)}>
              Copy badge code
            </Button>
          </>
        )}
        <Button
          size="sm"
          variant="danger"
          aria-label={`${isExpired ? 'Remove' : 'End sharing'} ${of}`}
          onClick={onEnd}
        >
          {isExpired ? 'Remove' : 'End sharing'}
        </Button>
      </span>
    </li>
  );
}
