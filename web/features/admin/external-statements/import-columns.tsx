import { useState } from 'react';
import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import {
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementMapping,
  type StatementTable,
} from '#contract/external-statements/statement-preview.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { columnLabels } from './import-labels.ts';

interface Props {
  rail: StatementRail;
  table: StatementTable;
  draft: StatementMapping;
  onChange: (draft: StatementMapping) => void;
}

/**
 * Assigns meanings to the file's columns. The first change fixes all assignments, so that no column is found
 * by its name from then on.
 */
export function ImportColumns({ rail, table, draft, onChange }: Props) {
  const placeOf = (column: StatementColumn): number | null => {
    const mapped = draft.columns[column];
    return mapped === undefined ? (table.columns[column] ?? null) : mapped;
  };
  const fix = (changed: Partial<Record<StatementColumn, number | null>>) => {
    const found = STATEMENT_COLUMNS[rail].map((column) => [column, placeOf(column)] as const);
    onChange({ ...draft, columns: { ...Object.fromEntries(found), ...changed } });
  };
  const [isTwo, setTwo] = useState(
    placeOf('amount') === null && (placeOf('debit') !== null || placeOf('credit') !== null),
  );
  const showTwo = (next: boolean) => {
    setTwo(next);
    fix(next ? { amount: null, way: null } : { debit: null, credit: null });
  };
  const hidden: readonly StatementColumn[] =
    rail === 'bank' ? (isTwo ? ['amount', 'way'] : ['debit', 'credit']) : [];
  const options = table.header.map((name, at) => ({ value: `${at}`, label: labelOf(table, name, at) }));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3.5">
      <legend className="mb-2.5 font-semibold">Columns</legend>
      {rail === 'bank' ? (
        <Segmented
          label="Amounts are in"
          value={isTwo ? 'two' : 'one'}
          options={[
            { value: 'one', label: 'One column' },
            { value: 'two', label: 'Out and in' },
          ]}
          onChange={(value) => showTwo(value === 'two')}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {STATEMENT_COLUMNS[rail]
          .filter((column) => !hidden.includes(column))
          .map((column) => (
            <Field key={column} label={columnLabels[column]}>
              <Select
                value={`${placeOf(column) ?? ''}`}
                placeholder="None"
                options={options}
                onChange={({ target: { value } }) => fix({ [column]: value === '' ? null : Number(value) })}
              />
            </Field>
          ))}
      </div>
    </fieldset>
  );
}

/** Returns the label of a column: its name and its first non-empty cell. */
function labelOf({ sample }: StatementTable, name: string, at: number): string {
  const cell = sample.map((cells) => cells[at] ?? '').find((text) => text !== '');
  return `${name || `Column ${at + 1}`}${cell ? ` (${cell.slice(0, 24)})` : ''}`;
}
