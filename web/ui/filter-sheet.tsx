import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { FilterControl } from './filter-control.tsx';
import { Select, type SelectOption } from './select.tsx';
import type { ListState } from './use-list.ts';

export interface ListBarProps {
  list: ListState;
  /** The orders that can be chosen. */
  sorts: readonly SelectOption[];
}

interface FilterSheetProps extends ListBarProps {
  title: string;
  onClose: () => void;
}

/** All filters of a list and its order, from the lower edge of a phone; they hold once they are applied. */
export function FilterSheet({ list, sorts, title, onClose }: FilterSheetProps) {
  const { filters = [], values, sort, change } = list;
  const [draft, setDraft] = useState<Record<string, string>>({ ...values, sort });
  const put = (name: string) => (value: string) => setDraft({ ...draft, [name]: value });
  const empty = Object.fromEntries([...filters.map(({ name }) => [name, '']), ['sort', '']]);
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
