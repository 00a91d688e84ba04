import type { UseFormReturn } from 'react-hook-form';
import type { ListingDraft } from './listing-draft.ts';

/** What each part of the form works with. */
export interface FormParts {
  form: Pick<UseFormReturn<ListingDraft>, 'register' | 'setValue'>;
  draft: ListingDraft;
  /** What is wrong with a field, beside it. */
  errorOf: (field: keyof ListingDraft) => string | undefined;
}
