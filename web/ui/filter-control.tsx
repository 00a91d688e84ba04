import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';
import type { Filter } from './use-list.ts';

export interface FilterControlProps {
  filter: Filter;
  value: string;
  onChange: (value: string) => void;
  /** In a `Field`, which names it; else it is named by itself and as narrow as a toolbar needs. */
  labelled?: boolean;
}

/** The control of one filter. */
export function FilterControl({ filter, value, onChange, labelled }: FilterControlProps) {
  if ('control' in filter) return filter.control(value, onChange);
  const name = labelled ? {} : { 'aria-label': filter.label };
  return 'options' in filter ? (
    <Select
      {...name}
      compact={!labelled}
      className={labelled ? '' : 'w-40'}
      value={value}
      placeholder={filter.any}
      options={filter.options}
      onChange={(event) => onChange(event.target.value)}
    />
  ) : (
    <TextInput
      {...name}
      type="date"
      className={labelled ? '' : 'h-9! w-38!'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
