import { type FormEvent, useState } from 'react';
import { unsupportedCountries } from '#contract/countries.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { CountryField, guessCountry, useSaveCountry } from './country-field.tsx';

/**
 * Asks for the country and tells whether payouts are possible there. Renders nothing once a country with
 * payouts is saved.
 */
export function CountryFirst() {
  const { data } = useRead(routes.payoutAddress, {});
  if (!data) return null;
  if (data.country && unsupportedCountries.includes(data.country)) {
    return (
      <Note className="mb-5" tone="warning" title="You can't be paid where you live.">
        Because of sanctions, or because PayPal does not pay there, no money can go to your country. A clip
        would earn nothing that we could pay you, so you can’t submit one.
      </Note>
    );
  }
  return data.country ? null : <CountryForm />;
}

function CountryForm() {
  const [country, setCountry] = useState(guessCountry);
  const [problem, setProblem] = useState<string>();
  const { save, saving } = useSaveCountry(setProblem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!country) return setProblem('Choose the country you are paid in.');
    save(country);
  };
  return (
    <Panel title="First: where are you paid?" className="mb-5">
      <form
        noValidate
        onSubmit={submit}
        className="flex items-end gap-4.5 max-sm:flex-col max-sm:items-start"
      >
        <CountryField value={country} onChange={setCountry} error={problem} />
        <Button type="submit" variant="primary" className="mb-auto sm:mt-6.5" busy={saving && 'Saving...'}>
          Save country
        </Button>
      </form>
    </Panel>
  );
}
