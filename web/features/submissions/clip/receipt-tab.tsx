import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { PrintButton } from '#web/ui/lists/print-button.tsx';
import { Figures } from './receipt-figures.tsx';
import { ReceiptSlip } from './receipt-slip.tsx';
import { Accruals, Recomputed } from './settlements.tsx';

/** Shows the receipt, from the snapshots to the cents, with a layout for printing or saving as PDF. */
export function ReceiptTab({ clip, declared }: { clip: Clip; declared: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <ReceiptSlip clip={clip} />
      <Recomputed receipt={clip} />
      {clip.byFigures ? <Figures stretches={clip.byFigures.stretches} /> : null}
      <Accruals accruals={clip.accruals} />
      {declared}
    </div>
  );
}

export function ReceiptFiles({ id }: { id: string }) {
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      <CsvLink href={address(routes.receiptCsv, { params: { id } })} what="receipt" />
      <a
        href={address(routes.showReceipt, { params: { id } })}
        download={`receipt-${id.slice(-8)}.json`}
        aria-label="Export receipt as JSON"
        className={buttonStyle({ size: 'sm' })}
      >
        <Download aria-hidden />
        JSON
      </a>
      <PrintButton />
    </span>
  );
}
