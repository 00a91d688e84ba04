import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { toast } from '#web/ui/toast.tsx';
import { type Consent, noConsent, readConsent, saveConsent } from './consent.ts';

/** Essential is locked on; the others are off until the person turns them on and saves. */
export function PreferenceCenter() {
  const hydrated = useHydrated();
  const [changed, setChanged] = useState<{ chosen: boolean; consent: Consent } | null>(null);
  const { chosen, consent } = changed ?? (hydrated ? readConsent() : noConsent);
  const set = (part: Partial<Consent>) => setChanged({ chosen, consent: { ...consent, ...part } });

  const save = (next: Consent) => {
    if (!saveConsent(next)) {
      toast.error('Not saved', 'Your browser allows no storage for this site, so nothing optional is used.');
      return;
    }
    setChanged({ chosen: true, consent: next });
    toast.success('Preferences saved', 'This browser remembers your choice.');
  };

  return (
    <section
      aria-labelledby="preferences"
      className="rounded-panel border border-line bg-surface p-6 max-md:p-4"
    >
      <h2 id="preferences" className="font-bold text-lg">
        Cookie preferences
      </h2>
      <div className="mt-3 divide-y divide-line border-line border-y">
        <Choice>
          <Checkbox
            label={<Name text="Essential" aside="Always on" />}
            hint="Keeps you signed in and remembers light or dark and this choice. The site can’t work without them."
            checked
            disabled
          />
        </Choice>
        <Choice>
          <Checkbox
            label={<Name text="Analytics" />}
            hint="Would count which pages are used. We use none today."
            checked={consent.analytics}
            onChange={(event) => set({ analytics: event.target.checked })}
          />
        </Choice>
        <Choice>
          <Checkbox
            label={<Name text="Marketing" />}
            hint="Would measure advertisements. We use none today."
            checked={consent.marketing}
            onChange={(event) => set({ marketing: event.target.checked })}
          />
        </Choice>
      </div>
      <div className="mt-4.5 flex flex-wrap items-center gap-2.5">
        <Button variant="primary" onClick={() => save(consent)}>
          Save Preferences
        </Button>
        <Button onClick={() => save({ analytics: true, marketing: true })}>Accept All</Button>
        <p className="text-muted text-sm">
          {chosen
            ? 'Your choice is saved in this browser.'
            : 'You have not chosen yet: only Essential is on.'}
        </p>
      </div>
    </section>
  );
}

const Choice = ({ children }: { children: ReactNode }) => <div className="py-3.5">{children}</div>;

const Name = ({ text, aside }: { text: string; aside?: string }) => (
  <span className="font-semibold">
    {text}
    {aside ? <span className="ml-2 font-normal text-muted">{aside}</span> : null}
  </span>
);
