import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';

const choices = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'One year' },
];

export const USUAL_DAYS = '90';

interface ExpiryFieldProps {
  days: string;
  onChoose: (days: string) => void;
}

export function ExpiryField({ days, onChoose }: ExpiryFieldProps) {
  return (
    <Field label="Expires after" hint="The key then stops working, unless you give it a new secret before.">
      <Select value={days} options={choices} onChange={(event) => onChoose(event.target.value)} />
    </Field>
  );
}
