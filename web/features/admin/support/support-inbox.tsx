import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import {
  type SupportMessage,
  supportCategories,
  supportCategoryNames,
  supportState,
} from '#contract/support/support.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { rowsOf } from '#web/ui/lists/query-list.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { CloseMessages } from '../bulk-acts.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { useSelection } from '../selection.tsx';
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
  {
    header: 'Sent',
    sort: { by: 'date', kind: 'date' },
    phone: 'status',
    cell: (row) => <DateText at={row.sentAt} />,
  },
];

const categoryFilter: ChoiceFilter = {
  name: 'category',
  label: 'Category',
  any: 'All categories',
  options: optionsOf(supportCategories, supportCategoryNames),
};

/** Messages to support, open ones first, oldest first. */
export function SupportInbox() {
  const { one, change } = useFilters();
  const [opened, setOpened] = useState<SupportMessage | null>(null);
  const state = one('state', supportState.options) ?? 'open';
  const listed = useListed(
    routes.supportInbox,
    routes.supportInboxCsv,
    {
      search: 'Search messages',
      filters: [categoryFilter],
      usual: state === 'open' ? 'date' : '-date',
    },
    { state },
  );
  const selection = useSelection(rowsOf(listed.of) ?? [], {
    nameOf: (row) => `message of ${row.name}`,
    mayChoose: (row) => row.state === 'open',
  });
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
      <CloseMessages selection={selection} />
      <FilteredTable
        {...listed}
        what="messages"
        caption={state === 'open' ? 'Open messages' : 'Messages'}
        columns={[...(state === 'open' ? [selection.column] : []), ...about, action]}
        rowKey={(row) => row.id}
        csvWhat="support messages"
        nothing={state === 'open' ? 'No open messages' : 'No messages'}
        empty="Messages from the contact page are listed here."
      >
        <Segmented
          label="Messages shown"
          value={state}
          options={optionsOf(supportState.options)}
          onChange={(next) => change({ state: next === 'open' ? '' : next })}
        />
      </FilteredTable>
      {opened ? <SupportDialog message={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
