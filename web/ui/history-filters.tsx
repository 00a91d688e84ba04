import type { ReactNode } from 'react';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

export interface HistoryFilter {
  type?: string;
  from?: string;
  to?: string;
}

export interface HistoryFiltersProps<Filter extends HistoryFilter> {
  types: readonly string[];
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Further filters, beside the type. */
  children?: ReactNode;
}

/** Above a history of money: of which type, between which days. */
export function HistoryFilters<Filter extends HistoryFilter>(props: HistoryFiltersProps<Filter>) {
  const { types, filter, onChange, children } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4.5 py-3 max-md:px-4 print:hidden">
      <Select
        compact
        aria-label="Type"
        className="w-44 max-md:flex-1"
        value={filter.type ?? ''}
        placeholder="All types"
        options={types.map((value) => ({ value, label: value }))}
        onChange={(event) => onChange({ ...filter, type: event.target.value })}
      />
      {children}
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          aria-label={name === 'from' ? 'From day' : 'To day'}
          className="h-9! w-38! max-md:flex-1"
          value={filter[name] ?? ''}
          onChange={(event) => onChange({ ...filter, [name]: event.target.value })}
        />
      ))}
    </div>
  );
}
