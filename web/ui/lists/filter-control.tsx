import { type ChangeEvent, useId } from 'react';
import { DayInput } from '#web/ui/forms/day-input.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import type { Filter } from './use-list.ts';

export interface FilterControlProps {
  filter: Filter;
  value: string;
  onChange: (value: string) => void;
  /**
   * True inside a `Field`, whose label names the control. Otherwise the control has a label and the width for
   * a toolbar.
   */
  labelled?: boolean;
}

export function FilterControl({ filter, value, onChange, labelled }: FilterControlProps) {
  const id = useId();
  if ('control' in filter) return filter.control(value, onChange);
  if ('options' in filter)
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
  const day = {
    day: value,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
  };
  if (labelled) return <DayInput {...day} />;
  // The label is visible, because an empty date field does not show which date it asks for.
  return (
    <div className="flex items-center gap-1.5 whitespace-nowrap text-muted text-sm">
      <label htmlFor={id}>{filter.label}</label>
      <DayInput {...day} id={id} className="h-9! w-38!" />
    </div>
  );
}
