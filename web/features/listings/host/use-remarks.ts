import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ApiError } from '#web/api/client.ts';
import { toast } from '#web/ui/toast.tsx';
import { isRule } from './create-rules.tsx';
import { fieldOf } from './listing-check.ts';
import type { ListingDraft } from './listing-draft.ts';
import type { Remarks } from './listing-terms.ts';

/** What is wrong with a listing's fields, each beside its own; the rules open when one of theirs is among them. */
export function useRemarks(form: Pick<UseFormReturn<ListingDraft>, 'setError'>) {
  const [rulesOpen, setRulesOpen] = useState(false);
  const mark = (remarks: Remarks) => {
    const fields = Object.keys(remarks) as (keyof ListingDraft)[];
    if (fields.some(isRule)) setRulesOpen(true);
    for (const [at, field] of fields.entries())
      form.setError(field, { message: remarks[field] ?? '' }, { shouldFocus: at === 0 });
  };
  const refused = (error: ApiError) => {
    toast.error(error.title, error.message, { id: 'form' });
    mark(Object.fromEntries((error.problem.fields ?? []).map((one) => [fieldOf(one.field), one.message])));
  };
  return { mark, refused, rulesOpen, setRulesOpen };
}
