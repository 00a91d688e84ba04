import { useState } from 'react';
import { Link } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { fullMoment } from '#contract/dates.ts';
import type { PayoutPart } from '#contract/payouts/payout-parts.ts';
import type { PayoutTraceRow } from '#contract/payouts/payout-trace.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { clipName } from '#web/nouns/clip-name.tsx';
import { paths } from '#web/routes/paths.ts';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { QueryParts } from '#web/ui/lists/query-parts.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';

type View = 'steps' | 'deposits';

/** Shows the parts of a payout, either as steps of verified views or by the deposits that paid for them. */
export function PayoutMadeOf({ id }: { id: string }) {
  const [view, setView] = useState<View>('steps');
  const params = { id };
  const csv = view === 'steps' ? adminRoutes.adminPayoutPartsCsv : adminRoutes.adminPayoutTraceCsv;
  return (
    <Panel
      title="What it is made of"
      action={
        <>
          <Segmented
            label="What is shown"
            value={view}
            options={[
              { value: 'steps', label: 'Steps' },
              { value: 'deposits', label: 'Deposits' },
            ]}
            onChange={setView}
          />
          <CsvLink
            href={address(csv, { params })}
            what={view === 'steps' ? 'steps' : 'steps with deposits'}
          />
        </>
      }
    >
      <p className="mb-2 text-muted text-sm">{meanings[view]}</p>
      {view === 'steps' ? <Steps params={params} /> : <Deposits params={params} />}
    </Panel>
  );
}

const meanings: Record<View, string> = {
  steps: 'The lines add up to the payout, even if it was returned.',
  deposits: 'First in, first out, by today’s books.',
};

interface Of {
  params: { id: string };
}

function Steps({ params }: Of) {
  const found = usePages(adminRoutes.adminPayoutParts, { params, query: {} });
  return (
    <QueryParts
      of={found}
      what="steps"
      label="Steps of the payout"
      empty={<p>It ended before payouts were linked to clips.</p>}
      part={(row) => ({
        ...asLine(row),
        about: (
          <>
            {viewsOf(row)}
            {states[row.state]}
          </>
        ),
      })}
    />
  );
}

const states: Record<PayoutPart['state'], string> = {
  part: '',
  given_back: ' Given back.',
  not_real: ' After the payout was sent, a reviewer found that these views were not real.',
};

function Deposits({ params }: Of) {
  const found = usePages(adminRoutes.adminPayoutTrace, { params, query: {} });
  return (
    <QueryParts
      of={found}
      what="deposits"
      label="Deposits behind the payout"
      empty={
        <p>
          Nothing of it was sent, or all came back. The payout that takes this money next shows its deposits.
        </p>
      }
      part={(row) => ({
        ...asLine(row),
        key: `${asLine(row).key} ${row.depositId}`,
        about: (
          <>
            {viewsOf(row)}
            <span className="block">
              <Origin row={row} />
            </span>
          </>
        ),
      })}
    />
  );
}

type Row = Pick<
  PayoutPart,
  'submissionId' | 'listingTitle' | 'caption' | 'url' | 'viewsFrom' | 'viewsTo' | 'accruedAt' | 'amountMicros'
>;

const viewsOf = ({ viewsFrom, viewsTo, accruedAt }: Row): string =>
  `Views ${formatCount(viewsFrom + 1)} to ${formatCount(viewsTo)}, ${fullMoment(accruedAt)}.`;

const asLine = (row: Row) => ({
  key: `${row.submissionId} ${row.viewsFrom} ${row.accruedAt.getTime()}`,
  name: (
    <Link to={paths.clip(row.submissionId, { tab: 'receipt' })} className="link">
      <bdi>{row.listingTitle}</bdi>: <bdi>{clipName(row)}</bdi>
    </Link>
  ),
  amount: row.amountMicros,
});

const rails = { stripe: 'Card', bank: 'Bank transfer', test: 'Test card' };

function Origin({ row }: { row: PayoutTraceRow }) {
  if (row.source === 'not_real')
    return 'From no deposit: the views were not real, so the clipper owes it, or it is a loss.';
  if (row.source === 'no_deposit' || !row.rail || !row.confirmedAt)
    return `From money of @${row.hostUsername ?? ''} that came by no deposit.`;
  return (
    <>
      {rails[row.rail]} of @{row.hostUsername}, <MomentText at={row.confirmedAt} full />
      {row.depositState === 'confirmed'
        ? ''
        : row.depositState === 'disputed'
          ? ', disputed'
          : ', charged back'}
      : <span className="mono">{row.depositId}</span>
    </>
  );
}
