import { useQuery } from '@tanstack/react-query';
import { type HostTransaction, transactionType } from '#contract/deposits.ts';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

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
  const change = (part: Record<keyof TransactionFilter, string> | Record<string, string>) =>
    onChange({ ...filter, ...part } as TransactionFilter);
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4.5 py-3 max-md:px-4">
      <Select
        compact
        aria-label="Type"
        className="w-44 max-md:flex-1"
        value={filter.type ?? ''}
        placeholder="All types"
        options={transactionType.options.map((value) => ({ value, label: value }))}
        onChange={(event) => change({ type: event.target.value })}
      />
      <Select
        compact
        aria-label="Listing"
        className="w-52 max-md:flex-1"
        value={filter.listing ?? ''}
        placeholder="All listings"
        options={(data?.rows ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(event) => change({ listing: event.target.value })}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          aria-label={name === 'from' ? 'From day' : 'To day'}
          className="h-9! w-38! max-md:flex-1"
          value={filter[name] ?? ''}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      ))}
    </div>
  );
}
