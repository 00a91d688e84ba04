import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type VerifiedRecord, verifiedRecordRoutes } from '#contract/verified-records.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { EndRecordDialog } from './end-record-dialog.tsx';
import { RecordLine } from './record-line.tsx';
import { ShareRecordDialog } from './share-record-dialog.tsx';

/**
 * Lists the records that a clipper shares, with buttons to share another, copy link or badge, and stop
 * sharing.
 */
export function SharedRecords() {
  const records = useRead(verifiedRecordRoutes.verifiedRecords, {});
  const [isSharing, setSharing] = useState(false);
  const [ending, setEnding] = useState<VerifiedRecord | null>(null);
  return (
    <Panel
      title="Verified record"
      action={
        <Button size="sm" onClick={() => setSharing(true)}>
          <Plus aria-hidden />
          Share record
        </Button>
      }
    >
      <p className="mb-4 text-muted">
        Show others what you have done here: approved clips and verified views, signed by Permille, so that
        anyone can check it without an account. Nothing is shared until you share it, and you can end it.
      </p>
      <QueryList
        of={records}
        what="records"
        failed="Your shared records did not load."
        loading={
          <Loading>
            <Skeleton className="h-9" />
          </Loading>
        }
        empty={<p className="text-muted">You share no record.</p>}
      >
        {(rows) => (
          <ul aria-label="Shared records" className="divide-y divide-line">
            {rows.map((row) => (
              <RecordLine key={row.id} record={row} onEnd={() => setEnding(row)} />
            ))}
          </ul>
        )}
      </QueryList>
      {isSharing ? <ShareRecordDialog onClose={() => setSharing(false)} /> : null}
      {ending ? <EndRecordDialog record={ending} onClose={() => setEnding(null)} /> : null}
    </Panel>
  );
}
