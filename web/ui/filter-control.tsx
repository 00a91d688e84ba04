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
  if (!('options' in filter)) {
    const day = (
      <TextInput
        type="date"
        className={labelled ? '' : 'h-9! w-38!'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
    // An empty day says of itself neither which one it is nor what for.
    return labelled ? (
      day
    ) : (
      // biome-ignore lint/a11y/noLabelWithoutControl: the input is in it
      <label className="flex items-center gap-1.5 whitespace-nowrap text-muted text-sm">
        {filter.label}
        {day}
      </label>
    );
  }
  return (
    <Select
      {...(labelled ? {} : { 'aria-label': filter.label })}
      compact={!labelled}
      className={labelled ? '' : 'w-40'}
      value={value}
      placeholder={filter.any}
      options={filter.options}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
