import { useState } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select, type SelectOption } from '#web/ui/forms/select.tsx';
import { FilterControl } from './filter-control.tsx';
import type { ListState } from './use-list.ts';

export interface ListBarProps {
  list: ListState;
  /** The available orders. */
  sorts: readonly SelectOption[];
}

interface FilterSheetProps extends ListBarProps {
  title: string;
  onClose: () => void;
}

/**
 * Returns the values that the sheet changes: filters and order. The search is not included, because it is
 * typed beside the sheet.
 */
export const draftOf = ({ filters = [], values, sort }: ListState): Record<string, string> =>
  Object.fromEntries([...filters.map(({ name }) => [name, values[name] ?? '']), ['sort', sort]]);

/**
 * Shows all filters and the order of a list in a sheet, for phones. They take effect when the person applies
 * them.
 */
export function FilterSheet({ list, sorts, title, onClose }: FilterSheetProps) {
  const { filters = [], change } = list;
  const [draft, setDraft] = useState(draftOf(list));
  const put = (name: string) => (value: string) => setDraft({ ...draft, [name]: value });
  const empty = Object.fromEntries(Object.keys(draft).map((name) => [name, '']));
  const close = (then: () => void) => () => {
    then();
    onClose();
  };
  return (
    <Dialog
      open
      sheet
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button onClick={close(() => change(empty))}>Clear</Button>
          <Button variant="primary" onClick={close(() => change(draft))}>
            Apply
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        {filters.map((filter) => (
          <Field key={filter.name} label={filter.label}>
            <FilterControl
              labelled
              filter={filter}
              value={draft[filter.name] ?? ''}
              onChange={put(filter.name)}
            />
          </Field>
        ))}
        {sorts.length > 0 ? (
          <Field label="Sort by">
            <Select
              value={draft.sort ?? ''}
              options={sorts}
              onChange={(event) => put('sort')(event.target.value)}
            />
          </Field>
        ) : null}
      </div>
    </Dialog>
  );
}
