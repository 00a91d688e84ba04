import { submissionStatus } from '#contract/submissions.ts';
import { Select } from '#web/ui/select.tsx';
import { useFilters } from '#web/ui/use-filters.ts';

const options = [
  { value: 'approved', label: 'Approved' },
  { value: 'pending', label: 'Pending' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'withdrawn', label: 'Withdrawn' },
];

/** The status that a list of submissions is narrowed to, as it stands in the address. */
export function useStatusFilter() {
  const { one, change } = useFilters();
  const status = one('status', submissionStatus.options);
  return { status, clear: () => change({ status: '' }) };
}

export function StatusFilter() {
  const { status } = useStatusFilter();
  const { change } = useFilters();
  return (
    <Select
      compact
      aria-label="Status"
      className="w-40"
      value={status ?? ''}
      placeholder="All Status"
      options={options}
      onChange={(event) => change({ status: event.target.value })}
    />
  );
}
