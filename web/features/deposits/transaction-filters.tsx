import { useQuery } from '@tanstack/react-query';
import { type HostTransaction, transactionType } from '#contract/deposits.ts';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { HistoryFilters } from '#web/ui/history-filters.tsx';
import { Select } from '#web/ui/select.tsx';

export interface TransactionFilter {
  type?: HostTransaction['type'];
  from?: string;
  to?: string;
  listing?: string;
}

/** Which moves of the balance to show: of a type, of a listing, between two days. */
export function TransactionFilters({
  filter,
  onChange,
}: {
  filter: TransactionFilter;
  onChange: (filter: TransactionFilter) => void;
}) {
  const { data } = useQuery(query(routes.hostListings, { query: {} }));
  return (
    <HistoryFilters types={transactionType.options} filter={filter} onChange={onChange}>
      <Select
        compact
        aria-label="Listing"
        className="w-52 max-md:flex-1"
        value={filter.listing ?? ''}
        placeholder="All listings"
        options={(data?.rows ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(event) => onChange({ ...filter, listing: event.target.value })}
      />
    </HistoryFilters>
  );
}
