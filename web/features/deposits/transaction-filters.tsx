import { type HostTransaction, transactionType } from '#contract/deposits.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { ListingFilter } from '#web/nouns/listing-filter.tsx';
import { HistoryFilters } from '#web/ui/history-filters.tsx';

export interface TransactionFilter {
  type?: HostTransaction['type'];
  from?: string;
  to?: string;
  listing?: string;
}

function useOwnListings(search: string, isOpen: boolean) {
  const found = useRead(
    routes.hostListings,
    { query: search ? { search } : {} },
    { enabled: isOpen, placeholderData: (before) => before },
  );
  return { ...found, rows: found.data?.rows ?? [] };
}

/** Which moves of the balance to show: of a type, of a listing, between two days. */
export function TransactionFilters({
  filter,
  onChange,
}: {
  filter: TransactionFilter;
  onChange: (filter: TransactionFilter) => void;
}) {
  return (
    <HistoryFilters types={transactionType.options} filter={filter} onChange={onChange}>
      <ListingFilter
        value={filter.listing ?? ''}
        useFound={useOwnListings}
        onChange={(listing) => onChange({ ...filter, listing })}
      />
    </HistoryFilters>
  );
}
