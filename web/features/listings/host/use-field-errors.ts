import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ApiError } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import type { ListingDraft } from './listing-draft.ts';
import { byField, type FieldErrors } from './listing-terms.ts';
import { ruleFields } from './rule-fields.ts';

/**
 * Returns a function that shows errors at a listing's fields, and expands the rules if one of them has an
 * error.
 */
export function useFieldErrors(form: Pick<UseFormReturn<ListingDraft>, 'setError'>) {
  const [rulesOpen, setRulesOpen] = useState(false);
  const mark = (errors: FieldErrors) => {
    const fields = Object.keys(errors) as (keyof ListingDraft)[];
    if (fields.some((field) => field in ruleFields)) setRulesOpen(true);
    for (const [at, field] of fields.entries())
      form.setError(field, { message: errors[field] ?? '' }, { shouldFocus: at === 0 });
  };
  const refused = (error: ApiError) => {
    toast.error(error.title, error.message, { id: 'form' });
    mark(byField((error.problem.fields ?? []).map(({ field, message }) => [field, message])));
  };
  return { mark, refused, rulesOpen, setRulesOpen };
}
