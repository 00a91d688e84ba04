import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import {
  type SupportMessage,
  supportCategories,
  supportCategoryNames,
  supportState,
} from '#contract/support.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { Column } from '#web/ui/table.tsx';
import { given, useFilters } from '#web/ui/use-filters.ts';
import { FilterSelect, humanize } from '../filter-select.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { AnswerDue } from './answer-due.tsx';
import { SupportDialog } from './support-dialog.tsx';

const about: Column<SupportMessage>[] = [
  {
    header: 'From',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        {...(row.personId && { to: paths.adminPerson(row.personId) })}
        below={`${row.email}${row.username ? ` (@${row.username})` : ''}`}
      >
        {row.name}
      </RowTitle>
    ),
  },
  { header: 'Category', cell: (row) => supportCategoryNames[row.category] },
  {
    header: 'Message',
    cell: (row) => (
      <>
        <span dir="auto" className="line-clamp-2 max-w-100 wrap-anywhere">
          {row.message}
        </span>
        {row.state === 'open' ? <AnswerDue sentAt={row.sentAt} isFirst={row.answers.length === 0} /> : null}
      </>
    ),
  },
  { header: 'Sent', phone: 'status', cell: (row) => <DateText at={row.sentAt} /> },
];

/** Messages to support; open ones come oldest first. */
export function SupportInbox() {
  const { read, one, change } = useFilters();
  const [opened, setOpened] = useState<SupportMessage | null>(null);
  const state = one('state', supportState.options) ?? 'open';
  const query = {
    state,
    ...given({ search: read('search'), category: one('category', supportCategories) }),
  };
  const found = usePages(routes.supportInbox, { query });
  const action: Column<SupportMessage> = {
    header: 'Action',
    align: 'right',
    cell: (row) => (
      <Button size="sm" aria-label={`Open the message of ${row.name}`} onClick={() => setOpened(row)}>
        {row.state === 'open' ? 'Answer' : 'Open'}
      </Button>
    ),
  };
  return (
    <>
      <FilteredTable
        of={found}
        what="messages"
        caption={state === 'open' ? 'Open messages, oldest first' : 'Messages, newest first'}
        columns={[...about, action]}
        csv={address(routes.supportInboxCsv, { query })}
        csvWhat="support messages"
        filters={['search', 'category']}
        nothing={state === 'open' ? 'No open messages' : 'No messages'}
        empty="Messages from the contact page are listed here."
      >
        <FilterSelect name="category" label="Category" any="All categories" values={supportCategories} />
        <Segmented
          label="Messages shown"
          value={state}
          options={supportState.options.map((value) => ({ value, label: humanize(value) }))}
          onChange={(next) => change({ state: next === 'open' ? '' : next })}
        />
      </FilteredTable>
      {opened ? <SupportDialog message={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
