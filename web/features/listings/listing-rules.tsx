import type { ListingPage } from '#contract/listings/listings.ts';
import { useHydrated } from '#web/ui/pages/hydration.ts';
import { Panel } from '#web/ui/pages/panel.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { ruleTexts } from './rule-texts.ts';

/** Shows the rules, and explains that a clip keeps the rules that applied when it was submitted. */
export function ListingRules({ listing }: { listing: ListingPage }) {
  const now = useNow();
  const hydrated = useHydrated();
  return (
    <Panel
      title="Rules"
      action={
        <span className="text-muted text-sm">
          Version {listing.version}. Clips keep the rules they were submitted under.
        </span>
      }
    >
      <ul className="grid grid-cols-2 gap-x-8 max-md:grid-cols-1">
        {ruleTexts(listing, hydrated ? now : null).map(({ icon: Icon, title, detail }) => (
          <li key={title} className="flex gap-3 border-line border-b py-3.5">
            <Icon aria-hidden className="mt-0.5 size-4.25 shrink-0 text-muted" />
            <span className="min-w-0">
              <b className="block font-semibold [overflow-wrap:anywhere]">
                <bdi>{title}</bdi>
              </b>
              <span className="text-muted text-sm">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Shows the host's instructions unchanged. */
export function ListingInstructions({ text }: { text: string }) {
  return (
    <Panel title="Instructions">
      <p dir="auto" className="max-w-170 whitespace-pre-line [overflow-wrap:anywhere]">
        {text}
      </p>
    </Panel>
  );
}
