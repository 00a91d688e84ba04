import { Select } from '#web/ui/select.tsx';
import { useFilters } from '#web/ui/use-filters.ts';

/** "all_of_it" → "All of it" */
export const humanize = (value: string): string =>
  value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');

/** A filter of the open tab as a select; the empty choice clears it. */
export function FilterSelect({
  name,
  label,
  any,
  values,
  labels = {},
}: {
  name: string;
  label: string;
  /** The empty choice: "All states". */
  any: string;
  values: readonly string[];
  /** Where a value's own name is not its label. */
  labels?: Readonly<Record<string, string>>;
}) {
  const { one, change } = useFilters();
  return (
    <Select
      compact
      aria-label={label}
      className="w-40 max-md:flex-1"
      value={one(name, values) ?? ''}
      placeholder={any}
      options={values.map((value) => ({ value, label: labels[value] ?? humanize(value) }))}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
}
