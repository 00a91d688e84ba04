import { ChevronRight, Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fullMoment } from '#contract/dates.ts';
import type { Receipt } from '#contract/earnings.ts';
import { formats } from '#contract/platforms.ts';
import { routes } from '#contract/routes.ts';
import { address, isFault } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { postHref } from '#web/nouns/post-link.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { TroubleNote } from '#web/nouns/trouble-note.tsx';
import { ViewsChart } from '#web/nouns/views-chart.tsx';
import { paths } from '#web/routes/paths.ts';
import { Artwork } from '#web/ui/artwork.tsx';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { CsvLink } from '#web/ui/csv-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Frame } from '#web/ui/frame.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Facts, Panel } from '#web/ui/panel.tsx';
import { NotLoaded, type Query } from '#web/ui/query-state.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ClipAttestation } from '../clip-attestation.tsx';
import { shortLink } from '../submission-labels.ts';
import { VerdictWhy } from '../verdict-why.tsx';
import { Accruals, Recomputed } from './receipt-evidence.tsx';
import { approvedHowNames } from './receipt-labels.ts';
import { ReceiptSlip } from './receipt-slip.tsx';

export interface ReceiptViewProps {
  id: string;
  /** The list that the reader comes from. */
  back: { to: string; name: string };
  /** What of the clip is held, and its appeals. */
  appeals: ReactNode;
  /** Below a receipt that was found. */
  below?: (receipt: Receipt) => ReactNode;
}

/** A clip's receipt, the same for its clipper, its host and admins. */
export function ReceiptView({ id, back, appeals, below }: ReceiptViewProps) {
  const receipt = useRead(
    routes.showReceipt,
    { params: { id } },
    { retry: (count, failure) => isFault(failure) && count < 3 },
  );
  return (
    <>
      <nav
        aria-label="Breadcrumb"
        className="-mb-3 flex items-center gap-1.5 text-muted text-sm print:hidden"
      >
        <Link to={back.to} className="hover:text-ink">
          {back.name}
        </Link>
        <ChevronRight aria-hidden className="size-3.5" />
        <span className="mono">{id.slice(-8)}</span>
      </nav>
      <PageHeader
        title="Clip receipt"
        meaning="From the first snapshot to the last cent. Every line can be checked."
        action={
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
            <Button size="sm" onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          </span>
        }
      />
      {receipt.data ? (
        <>
          <ReceiptBody receipt={receipt.data} appeals={appeals} />
          {below?.(receipt.data)}
        </>
      ) : receipt.isError ? (
        <NoReceipt of={receipt} />
      ) : (
        <ReceiptSkeleton />
      )}
    </>
  );
}

const columns =
  'grid grid-cols-[15.5rem_minmax(0,1fr)] items-start gap-7 max-[62.5rem]:grid-cols-1 max-[62.5rem]:gap-5 print:block';

function ReceiptBody({ receipt, appeals }: { receipt: Receipt; appeals: ReactNode }) {
  return (
    <div className={columns}>
      <ReceiptSide receipt={receipt} />
      <div className="flex min-w-0 flex-col gap-5">
        {receipt.trouble ? <TroubleNote trouble={receipt.trouble} /> : null}
        <ReceiptSlip receipt={receipt} />
        <Recomputed receipt={receipt} />
        <Panel title="Why this verdict">
          <div className="flex flex-col gap-4">
            {appeals}
            <VerdictWhy verdict={receipt.verdict} />
            <ClipAttestation submissionId={receipt.submissionId} />
          </div>
        </Panel>
        <ViewsChart
          title="How the views grew"
          height={190}
          snapshots={receipt.snapshots}
          settledViews={receipt.accruals.at(-1)?.viewsTo}
          empty={
            <EmptyState title="No snapshots yet" className="p-0!">
              The first count is read when the clip is submitted.
            </EmptyState>
          }
        />
        <Accruals accruals={receipt.accruals} />
      </div>
    </div>
  );
}

function ReceiptSide({ receipt }: { receipt: Receipt }) {
  const how = receipt.approvedHow ? (approvedHowNames[receipt.approvedHow] ?? null) : null;
  return (
    <aside
      aria-label="The clip"
      className="sticky top-5.5 grid gap-4 max-[62.5rem]:static max-[62.5rem]:grid-cols-[6.5rem_minmax(0,1fr)] print:mb-5"
    >
      <Frame className="w-full self-start print:hidden">
        <Artwork seed={receipt.listingId} />
      </Frame>
      <div className="flex min-w-0 flex-col gap-3">
        <b className="font-semibold">
          <Link to={paths.listing(receipt.listingId)} className="hover:underline">
            <bdi>{receipt.listingTitle}</bdi>
          </Link>
        </b>
        <a
          href={postHref(receipt.url)}
          target="_blank"
          rel="noopener noreferrer"
          className="flex items-center gap-1.5 text-sm hover:underline"
          aria-label={`${formats[receipt.platform]} clip, opens in a new tab`}
        >
          <PlatformIcon platform={receipt.platform} />
          <span className="wrap-anywhere">{shortLink(receipt.url, 28)}</span>
        </a>
        <div className="text-sm">
          <Facts
            rows={[
              { name: 'Clipper', value: `@${receipt.clipperUsername}` },
              { name: 'Host', value: `@${receipt.hostUsername}` },
              { name: 'Submitted', value: fullMoment(receipt.submittedAt) },
              ...(receipt.approvedAt ? [{ name: 'Approved', value: fullMoment(receipt.approvedAt) }] : []),
              ...(receipt.trackingUntil
                ? [{ name: 'Counts views until', value: fullMoment(receipt.trackingUntil) }]
                : []),
              ...(how ? [{ name: 'How', value: how }] : []),
              { name: 'Status', value: <StatusBadge status={receipt.status} /> },
            ]}
          />
        </div>
      </div>
    </aside>
  );
}

function NoReceipt({ of }: { of: Query<Receipt> }) {
  const code = of.error && 'code' in of.error ? of.error.code : null;
  if (code === 'not_found' || code === 'invalid_input') {
    return (
      <Panel flush>
        <EmptyState level={2} title="Receipt not found">
          There is no clip at this address, or it is not yours to see.
        </EmptyState>
      </Panel>
    );
  }
  return <NotLoaded of={of} failed="The receipt did not load." />;
}

function ReceiptSkeleton() {
  return (
    <Loading label="Loading receipt">
      <div className={columns}>
        <Skeleton className="aspect-9/16 w-full max-[62.5rem]:w-26" />
        <Skeleton className="h-140 rounded-panel" />
      </div>
    </Loading>
  );
}
