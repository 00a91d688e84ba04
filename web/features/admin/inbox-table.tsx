import { type InboxKind, type InboxRow, inboxKind } from '#contract/admin/admin-inbox.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { paths } from '#web/routes/paths.ts';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { useHeldRows } from '#web/ui/lists/held-rows.ts';
import { NothingFound, QueryTable } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { Badge, OutlineBadge } from '#web/ui/pages/badge.tsx';
import { Chip } from '#web/ui/pages/chip.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { CloseMessages, NotedBulk, type NotedKind } from './bulk-acts.tsx';
import { useAdminCounts } from './counts.ts';
import { useSelection } from './selection.tsx';

/** Names for one item and for several items of each kind; the filter uses the plural. */
const labels: Record<InboxKind, [one: string, many: string]> = {
  escalation: ['Escalation', 'Escalations'],
  proof: ['Proof of views', 'Proofs of views'],
  hold: ['Hold', 'Holds'],
  review: ['Review', 'Reviews'],
  appeal: ['Appeal', 'Appeals'],
  screenshot: ['Screenshot', 'Screenshots'],
  code: ['Code', 'Codes'],
  takedown: ['Takedown', 'Takedowns'],
  support: ['Support', 'Support'],
  payout: ['Payout', 'Payouts'],
  deposit: ['Deposit', 'Deposits'],
  banned: ['Banned person', 'Banned people'],
  agreement: ['Second admin', 'Second admins'],
};

/** Senders of messages and takedown requests need no account, so they have a name and no username. */
const nameOf = ({ kind, who }: InboxRow): string =>
  kind === 'takedown' || kind === 'support' ? who : `@${who}`;

const isNoted = (kind: InboxKind | undefined): kind is NotedKind =>
  kind === 'escalation' || kind === 'hold' || kind === 'takedown';

/** Returns the page on which an item is decided: the clip's page, or the view for its kind. */
function placeOf(row: InboxRow): string {
  if (row.submissionId) return paths.clip(row.submissionId);
  if (row.kind === 'screenshot') return paths.adminView('screenshots');
  if (row.kind === 'code') return paths.adminView('codes');
  if (row.kind === 'takedown') return paths.adminView('takedowns', { search: row.who });
  if (row.kind === 'support') return paths.adminView('support', { search: row.who });
  if (row.kind === 'banned') return paths.adminPerson(row.id);
  // The page with the inbox shows agreements above it, each with a link to its subject.
  if (row.kind === 'agreement') return paths.admin();
  return row.kind === 'deposit' ? paths.adminDeposit(row.id) : paths.adminPayout(row.id);
}

/** A table of everything that waits for an admin, earliest first. The page's address stores the filter. */
export function InboxTable() {
  const { one, change } = useFilters();
  const kind = one('kind', inboxKind.options);
  const query = kind ? { kind } : {};
  const found = usePages(adminRoutes.adminInbox, { query }, { placeholderData: (before) => before });
  const held = useHeldRows(found, kind ?? '');
  const selection = useSelection(held.rows, {
    nameOf: (row) => `${labels[row.kind][0].toLowerCase()} of ${nameOf(row)}: ${row.what}`,
  });
  const isBulk = kind === 'support' || isNoted(kind);
  return (
    <Panel
      title="Inbox"
      flush
      action={<CsvLink href={address(adminRoutes.adminInboxCsv, { query })} what="inbox" />}
    >
      <Kinds kind={kind} onChange={(next) => change({ kind: next })} />
      {kind === 'support' ? <CloseMessages selection={selection} /> : null}
      {isNoted(kind) ? <NotedBulk kind={kind} selection={selection} /> : null}
      <QueryTable
        of={found}
        what="inbox"
        held={held}
        caption="Waiting for an admin, earliest first"
        columns={isBulk ? [selection.column, ...columns] : columns}
        rowKey={(row) => `${row.kind} ${row.id}`}
        empty={
          kind ? (
            <NothingFound what="open items" onClear={() => change({ kind: '' })} />
          ) : (
            <EmptyState title="Nothing waits for you">
              Escalated clips, holds, high scores to review, appeals, screenshots, codes, takedowns, messages,
              manual payouts, payouts that can’t be sent, questioned deposits, money of banned people, and
              everything that needs a second admin appear here.
            </EmptyState>
          )
        }
      />
    </Panel>
  );
}

/** Shows a filter for each kind that has waiting items. */
function Kinds({ kind, onChange }: { kind: InboxKind | undefined; onChange: (kind: string) => void }) {
  const counts = useAdminCounts()?.inbox;
  const shown = inboxKind.options.filter((option) => option === kind || counts?.[option]);
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: filters that act at once, no part of a form
    <div
      role="group"
      aria-label="Kinds shown"
      className="flex flex-wrap gap-2 border-line border-b px-4.5 py-3 max-md:px-4"
    >
      {shown.map((option) => (
        <Chip key={option} pressed={option === kind} onClick={() => onChange(option === kind ? '' : option)}>
          {labels[option][1]}
          <span className="num text-xs">{formatCount(counts?.[option] ?? 0)}</span>
        </Chip>
      ))}
    </div>
  );
}

const columns: Column<InboxRow>[] = [
  {
    header: 'What',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        to={placeOf(row)}
        label={`Open the ${labels[row.kind][0].toLowerCase()} of ${nameOf(row)}: ${row.what}`}
        wideOnly
        picture={
          row.submissionId ? (
            <ClipPoster id={row.submissionId} src={row.posterUrl} small className="w-full" />
          ) : null
        }
        below={
          <>
            <bdi className="@max-4xl:hidden">{row.what}</bdi>
            <span className="@4xl:hidden">
              <Due row={row} />
            </span>
          </>
        }
      >
        <bdi>{nameOf(row)}</bdi>
      </RowTitle>
    ),
  },
  { header: 'Kind', phone: 'status', cell: (row) => <OutlineBadge>{labels[row.kind][0]}</OutlineBadge> },
  {
    header: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: (row) => (row.amountMicros === null ? null : <Money micros={row.amountMicros} />),
  },
  { header: 'Due', phone: 'hidden', cell: (row) => <Due row={row} /> },
];

function Due({ row }: { row: InboxRow }) {
  const now = useNow();
  const isLate = row.isDeadline && row.at <= now;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <span>
        {row.isDeadline ? null : 'Waiting since '}
        <MomentText at={row.at} />
      </span>
      {isLate ? <Badge tone="red">Late</Badge> : null}
    </span>
  );
}
