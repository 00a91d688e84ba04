import { ChevronDown } from 'lucide-react';
import { listingLanguages } from '#contract/listings.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { FormParts } from './form-parts.ts';
import type { ListingDraft } from './listing-draft.ts';

const rules = new Set<keyof ListingDraft>([
  'minViews',
  'maxPayout',
  'clipsPerClipper',
  'trackingDays',
  'reviewHours',
  'allocation',
  'requiredTags',
  'disclosureRequired',
  'minSeconds',
  'maxSeconds',
  'language',
  'endsOn',
]);
export const isRule = (field: keyof ListingDraft): boolean => rules.has(field);

export interface CreateRulesProps extends FormParts {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Everything with a sensible default, out of the way until it is wanted. */
export function CreateRules({ open, onOpenChange, ...parts }: CreateRulesProps) {
  return (
    <details className="group/rules" open={open} onToggle={(event) => onOpenChange(event.currentTarget.open)}>
      <summary className="-m-2 flex cursor-pointer list-none items-center justify-between gap-3 rounded-control p-2 [&::-webkit-details-marker]:hidden">
        <span>
          <b className="font-semibold">More rules</b>{' '}
          <span className="text-muted group-open/rules:hidden">{inShort(parts.draft)}</span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 group-open/rules:rotate-180" />
      </summary>
      <div className="mt-5 grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <MoneyRules {...parts} />
        <TimeRules {...parts} />
        <ContentRules {...parts} />
      </div>
    </details>
  );
}

const inShort = (draft: ListingDraft): string =>
  [
    `minimum views ${draft.minViews || '0'}`,
    draft.maxPayout ? `at most $${draft.maxPayout} per clip` : 'no cap',
    `${draft.trackingDays} days`,
    `decide in ${draft.reviewHours} h`,
  ].join(', ');

function MoneyRules({ form, said }: FormParts) {
  return (
    <>
      <Field
        label="Minimum views"
        hint="A clip earns from here on; once reached, every view counts."
        error={said('minViews')}
      >
        <TextInput inputMode="numeric" {...form.register('minViews')} />
      </Field>
      <Field
        label="Maximum payout per clip"
        hint="Empty: a clip earns as long as the budget lasts."
        error={said('maxPayout')}
      >
        <MoneyInput {...form.register('maxPayout')} />
      </Field>
      <Field label="Allocation" hint="Reserving needs a maximum payout per clip." error={said('allocation')}>
        <Select
          options={[
            { value: 'first_approved', label: 'First approved, first paid' },
            { value: 'reserved', label: 'Reserved per clip' },
          ]}
          {...form.register('allocation')}
        />
      </Field>
      <Field label="Clips per clipper" error={said('clipsPerClipper')}>
        <TextInput inputMode="numeric" {...form.register('clipsPerClipper')} />
      </Field>
    </>
  );
}

function TimeRules({ form, said }: FormParts) {
  return (
    <>
      <Field
        label="Tracking window"
        hint="Views count from approval until then."
        error={said('trackingDays')}
      >
        <TextInput inputMode="numeric" suffix="days" {...form.register('trackingDays')} />
      </Field>
      <Field
        label="Review deadline"
        hint="A clean clip that nobody decides by then is approved by itself."
        error={said('reviewHours')}
      >
        <Select
          options={['24', '48', '72'].map((hours) => ({ value: hours, label: `${hours} hours` }))}
          {...form.register('reviewHours')}
        />
      </Field>
      <Field label="End date" hint="Empty: until you end it or the budget is spent." error={said('endsOn')}>
        <TextInput type="date" {...form.register('endsOn')} />
      </Field>
      <Field label="Language" error={said('language')}>
        <Select
          options={[
            { value: 'any', label: 'Any language' },
            ...listingLanguages.map((name) => ({ value: name, label: name })),
          ]}
          {...form.register('language')}
        />
      </Field>
    </>
  );
}

function ContentRules({ form, said }: FormParts) {
  return (
    <>
      <Field label="Shortest clip" error={said('minSeconds')}>
        <TextInput inputMode="numeric" suffix="seconds" {...form.register('minSeconds')} />
      </Field>
      <Field label="Longest clip" error={said('maxSeconds')}>
        <TextInput inputMode="numeric" suffix="seconds" {...form.register('maxSeconds')} />
      </Field>
      <Field
        label="Required hashtags and mentions"
        hint="Checked in the caption when a clip is submitted, such as #hollowrun @marlow."
        error={said('requiredTags')}
        className="sm:col-span-2"
      >
        <TextInput autoComplete="off" {...form.register('requiredTags')} />
      </Field>
      <Checkbox
        className="sm:col-span-2"
        label="Ad disclosure required"
        hint="The caption must say that the clip is paid: #ad or #sponsored, on YouTube also its own label. Checked again every day."
        {...form.register('disclosureRequired')}
      />
    </>
  );
}
