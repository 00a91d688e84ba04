import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { type Consent, readConsent, saveConsent } from './consent.ts';

/**
 * Lets people choose cookies. Essential cookies are always on; the others are off until the person turns them
 * on and saves.
 */
export function PreferenceCenter() {
  const [chosen, setChosen] = useState(false);
  const analytics = useRef<HTMLInputElement>(null);
  const marketing = useRef<HTMLInputElement>(null);
  // Boxes that were ticked before the scripts loaded stay ticked.
  useEffect(() => {
    const stored = readConsent();
    setChosen(stored.chosen);
    analytics.current!.checked ||= stored.consent.analytics;
    marketing.current!.checked ||= stored.consent.marketing;
  }, []);

  const save = (next: Consent) => {
    if (!saveConsent(next)) {
      toast.error('Not saved', 'Your browser allows no storage for this site, so nothing optional is used.');
      return;
    }
    analytics.current!.checked = next.analytics;
    marketing.current!.checked = next.marketing;
    setChosen(true);
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
            defaultChecked
            disabled
          />
        </Choice>
        <Choice>
          <Checkbox
            label={<Name text="Analytics" />}
            hint="Would count which pages are used. We use none today."
            ref={analytics}
          />
        </Choice>
        <Choice>
          <Checkbox
            label={<Name text="Marketing" />}
            hint="Would measure advertisements. We use none today."
            ref={marketing}
          />
        </Choice>
      </div>
      <div className="mt-4.5 flex flex-wrap items-center gap-2.5">
        <Button variant="primary" onClick={() => save(ticked(analytics, marketing))}>
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

/** Returns the choice that these boxes express. */
const ticked = (analytics: Box, marketing: Box): Consent => ({
  analytics: analytics.current!.checked,
  marketing: marketing.current!.checked,
});
type Box = RefObject<HTMLInputElement | null>;

const Choice = ({ children }: { children: ReactNode }) => <div className="py-3.5">{children}</div>;

const Name = ({ text, aside }: { text: string; aside?: string }) => (
  <span className="font-semibold">
    {text}
    {aside ? <span className="ml-2 font-normal text-muted">{aside}</span> : null}
  </span>
);
