import { ChevronDown } from 'lucide-react';
import { Fragment } from 'react';
import { paidViewsText, paysByFigures, reportsWhatCounts } from '#contract/clips/counted-views.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import { ruleLabels } from '#contract/listings/listing-terms.ts';
import { platforms, postPlatforms } from '#contract/platforms/platforms.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { DayInput } from '#web/ui/forms/day-input.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { CountriesInput } from './countries-input.tsx';
import type { FormParts } from './form-parts.ts';
import type { ListingDraft } from './listing-draft.ts';
import {
  countedOf,
  type RuleField,
  type RuleName,
  readCountries,
  ruleFields,
  ruleNames,
} from './rule-fields.ts';

export interface CreateRulesProps extends FormParts {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Fields for the rules, with sensible defaults. They are collapsed at first. */
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
        {ruleNames.map((name) => (
          <Fragment key={name}>
            <RuleInput name={name} {...parts} />
            {name === 'countedCountries' ? <CountedNote draft={parts.draft} /> : null}
          </Fragment>
        ))}
      </div>
    </details>
  );
}

const wide = 'sm:col-span-2';

/** Explains the consequences of paying only for a part of the views. Shown once that is chosen. */
function CountedNote({ draft }: { draft: ListingDraft }) {
  const counted = countedOf(draft);
  if (!paysByFigures(counted)) return null;
  return (
    <Note className={wide} title={`Pays for ${paidViewsText(counted)} only.`}>
      Fewer clippers can take part: their account has to be on {able(counted)} and release its analytics,
      which alone say which views count. Clippers are paid about three days later, and views without such
      figures are not paid.
    </Note>
  );
}

const able = (counted: CountedTerms): string =>
  postPlatforms
    .filter((platform) => reportsWhatCounts(platform, counted))
    .map((platform) => platforms[platform].name)
    .join(' or ');

const inShort = (draft: ListingDraft): string =>
  [
    `minimum views ${draft.minViews || '0'}`,
    draft.maxPayoutMicros ? `at most $${draft.maxPayoutMicros} per clip` : 'no cap',
    ...(draft.countedViews === 'engaged' ? ['engaged views only'] : []),
    `${draft.trackingDays} days`,
    `decide in ${draft.decisionHours} h`,
  ].join(', ');

function RuleInput({ name, form, draft, errorOf }: FormParts & { name: RuleName }) {
  const field: RuleField = ruleFields[name];
  const typed = form.register(name);
  const { hint } = field;
  if (field.kind === 'checkbox') {
    return <Checkbox className={wide} label={ruleLabels[name]} hint={hint} {...typed} />;
  }
  return (
    <Field
      label={ruleLabels[name]}
      hint={hint}
      error={errorOf(name)}
      {...(field.kind === 'tags' && { className: wide })}
    >
      {field.kind === 'countries' ? (
        <CountriesInput
          chosen={readCountries(String(draft[name]))}
          onChange={(codes) => form.setValue(name, codes.join(' '), { shouldDirty: true })}
        />
      ) : (
        inputOf(field, typed, String(draft[name] ?? ''))
      )}
    </Field>
  );
}

function inputOf(
  field: Exclude<RuleField, { kind: 'checkbox' | 'countries' }>,
  typed: ReturnType<FormParts['form']['register']>,
  value: string,
) {
  if (field.kind === 'amount') return <MoneyInput {...typed} />;
  if (field.kind === 'day') return <DayInput day={value} {...typed} />;
  if (field.kind === 'tags') return <TextInput autoComplete="off" {...typed} />;
  if (field.kind === 'count') return <TextInput inputMode="numeric" suffix={field.suffix} {...typed} />;
  return (
    <Select options={field.options.map(({ value, label }) => ({ value: String(value), label }))} {...typed} />
  );
}
