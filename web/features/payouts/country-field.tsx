import { countryCodes, unsupportedCountries } from '#contract/countries.ts';
import { byCountryName, countryName } from '#contract/country-names.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/**
 * Returns the region of the browser's language if people there can be paid, and otherwise an empty string.
 */
export function guessCountry(): string {
  if (typeof navigator === 'undefined') return '';
  const region = navigator.languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]).find(Boolean) ?? '';
  return countryCodes.includes(region) && !unsupportedCountries.includes(region) ? region : '';
}

function options() {
  return byCountryName(countryCodes).map((value) => {
    const disabled = unsupportedCountries.includes(value);
    const name = countryName(value);
    return { value, label: disabled ? `${name} (not available)` : name, disabled };
  });
}

/**
 * Returns a function that saves the country, independently of the payout address. Each choice first removes
 * the refusal of the previous one by calling `onRefusal(undefined)`.
 */
export function useSaveCountry(onRefusal: (message: string | undefined) => void) {
  const save = useAction(routes.setPayoutCountry, {
    success: () => toast.success('Country saved', 'Payouts are available.'),
    error: (error) => {
      onRefusal(error.message);
      toast.error(error.title, error.message, { id: 'country' });
    },
  });
  return {
    saving: save.isPending,
    save: (country: string) => {
      if (save.isPending) return;
      onRefusal(undefined);
      save.mutate({ body: { country } });
    },
  };
}

interface CountryFieldProps {
  value: string;
  onChange: (country: string) => void;
  error: string | undefined;
}

/** A field for the country in which the person is paid. */
export function CountryField({ value, onChange, error }: CountryFieldProps) {
  return (
    <Field
      label="Country"
      className="w-full"
      error={error}
      hint="Where you live. We need it to check that payouts are available, and for your yearly tax report."
    >
      <Select
        value={value}
        placeholder="Choose a country"
        options={options()}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
