import { useRef } from 'react';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { WhichOne } from '#web/ui/forms/which-one.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { viewReadings } from './typed-views.ts';

export interface ViewsFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  hint: string;
  onChange: (value: string) => void;
}

/**
 * An input for a view count as any app shows it. It shows which number it understood, and asks if the text
 * has different meanings in different languages.
 */
export function ViewsField({ label, value, error, hint, onChange }: ViewsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const readings = viewReadings(value);
  const [only] = readings;
  const isPlain = /^\d*$/.test(value.trim());
  const understood =
    !isPlain && only !== undefined && readings.length === 1 ? `${formatCount(only)} views.` : null;
  return (
    <div>
      <Field label={label} error={error} hint={<span role="status">{understood ?? hint}</span>}>
        <TextInput
          ref={input}
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {readings.length > 1 ? (
        <WhichOne
          question={`What does "${value.trim()}" mean?`}
          answers={readings.map((reading) => ({ value: reading, label: `${formatCount(reading)} views` }))}
          onChoose={(reading) => {
            onChange(String(reading));
            input.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}
