import type {
  StatementLayout,
  StatementMapping,
  StatementTable,
} from '#contract/external-statements/statement-preview.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select, type SelectOption } from '#web/ui/forms/select.tsx';

export type Setting = 'headerLine' | 'dayOrder' | 'point' | 'zone' | 'currency' | 'positive' | 'fee';

export const SETTINGS: readonly Setting[] = [
  'headerLine',
  'dayOrder',
  'point',
  'zone',
  'currency',
  'positive',
  'fee',
];

const same = (names: readonly string[]): SelectOption[] =>
  names.map((name) => ({ value: name, label: name }));

const settings: Record<Setting, { label: string; options: (table: StatementTable) => SelectOption[] }> = {
  headerLine: {
    label: 'Line of the column names',
    options: ({ top }) =>
      top.map(({ line, text }) => ({ value: `${line}`, label: `${line}: ${text.slice(0, 60)}` })),
  },
  dayOrder: {
    label: 'Dates',
    options: () => [
      { value: 'day-first', label: 'Day first: 31/01/2026' },
      { value: 'month-first', label: 'Month first: 01/31/2026' },
    ],
  },
  point: {
    label: 'Decimal mark',
    options: () => [
      { value: 'dot', label: 'Dot: 1,234.56' },
      { value: 'comma', label: 'Comma: 1.234,56' },
    ],
  },
  zone: { label: 'Time zone', options: () => same(['UTC', ...Intl.supportedValuesOf('timeZone')]) },
  currency: { label: 'Currency', options: () => same(Intl.supportedValuesOf('currency')) },
  positive: {
    label: 'Amounts without a minus',
    options: () => [
      { value: 'in', label: 'Money in' },
      { value: 'out', label: 'Money out' },
    ],
  },
  fee: {
    label: 'Fee',
    options: () => [
      { value: 'inside', label: 'Part of the amount' },
      { value: 'beside', label: 'Taken beside the amount' },
    ],
  },
};

const assumed: Partial<Record<Setting, string>> = {
  zone: 'UTC, assumed',
  currency: 'USD, assumed',
  positive: 'Money in, assumed',
};

interface SettingFieldProps {
  of: Setting;
  isAsked: boolean;
  table: StatementTable;
  draft: StatementMapping;
  onChange: (draft: StatementMapping) => void;
}

/** A field for a setting of the whole file. */
export function SettingField({ of, isAsked, table, draft, onChange }: SettingFieldProps) {
  const { label, options } = settings[of];
  const change = (value: string) => {
    const next = value === '' ? null : of === 'headerLine' ? Number(value) : value;
    // Column indexes depend on the line with the column names, so choosing another line removes them.
    const columns = of === 'headerLine' ? {} : draft.columns;
    onChange({ ...draft, columns, [of]: next });
  };
  return (
    <Field label={label}>
      <Select
        value={`${draft[of] ?? ''}`}
        placeholder={isAsked ? (assumed[of] ?? 'Choose') : 'As the file shows'}
        options={options(table)}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}

interface BankChoiceProps {
  layouts: readonly StatementLayout[];
  value: string;
  onChange: (layoutId: string) => void;
}

/** Asks which bank the file is from, because several banks use these column names. */
export const BankChoice = ({ layouts, value, onChange }: BankChoiceProps) => (
  <Field label="Bank of this file">
    <Select
      value={value}
      placeholder="Choose the bank"
      options={layouts.map(({ id, bank }) => ({ value: id, label: bank }))}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
);
