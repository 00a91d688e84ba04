import { type ReactNode, useState } from 'react';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

const whole = (typed: string): number | null =>
  /^\d{1,12}$/.test(typed.replaceAll(',', '').trim()) ? Number(typed.replaceAll(',', '')) : null;

interface Range {
  fromViews: number;
  toViews: number;
}

/**
 * Two inputs for a range of views. `read` returns null for all views. If the input is invalid, it shows an
 * error and returns undefined.
 */
export function useViewRange(emptyMeans: string): {
  fields: ReactNode;
  read: () => Range | null | undefined;
} {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [error, setError] = useState<string>();
  const read = () => {
    if (!from.trim() && !to.trim()) return null;
    const [fromViews, toViews] = [whole(from || '0'), whole(to)];
    if (fromViews !== null && toViews !== null && toViews > fromViews) return { fromViews, toViews };
    setError('Enter whole numbers, the second above the first, or leave both empty.');
    return undefined;
  };
  const fields = (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <Field label="After view" hint="Empty: from the first">
        <TextInput inputMode="numeric" value={from} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      <Field label="Up to view" hint={emptyMeans} error={error}>
        <TextInput
          inputMode="numeric"
          value={to}
          onChange={(event) => {
            setTo(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </div>
  );
  return { fields, read };
}
