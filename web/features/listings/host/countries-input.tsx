import { useRef } from 'react';
import { countryCodes } from '#contract/countries.ts';
import { byCountryName, countryName } from '#contract/country-names.ts';
import { Select } from '#web/ui/forms/select.tsx';
import { Chip } from '#web/ui/pages/chip.tsx';

interface CountriesInputProps {
  /** ISO codes of the chosen countries. */
  chosen: readonly string[];
  onChange: (codes: string[]) => void;
}

/**
 * Chooses any number of countries by name. Each chosen country is listed below with a button to remove it.
 */
export function CountriesInput({ chosen, onChange }: CountriesInputProps) {
  const select = useRef<HTMLSelectElement>(null);
  const remove = (code: string) => {
    onChange(chosen.filter((one) => one !== code));
    select.current?.focus();
  };
  return (
    <>
      <Select
        ref={select}
        value=""
        placeholder={chosen.length === 0 ? 'Everywhere' : 'Add a country'}
        options={optionsBut(chosen)}
        onChange={(event) => event.target.value && onChange([...chosen, event.target.value])}
      />
      {chosen.length > 0 ? (
        <ul aria-label="Chosen countries" className="flex flex-wrap gap-1.5">
          {chosen.map((code) => (
            <li key={code}>
              <Chip pressed aria-label={`Remove ${countryName(code)}`} onClick={() => remove(code)}>
                {countryName(code)}
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const optionsBut = (chosen: readonly string[]) =>
  byCountryName(countryCodes.filter((code) => !chosen.includes(code))).map((value) => ({
    value,
    label: countryName(value),
  }));
