import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';

export const statusFilter: ChoiceFilter = {
  name: 'status',
  label: 'Status',
  any: 'All Status',
  options: optionsOf(['approved', 'pending', 'rejected', 'withdrawn']),
};
