import type { UseFormReturn } from 'react-hook-form';
import type { ListingDraft } from './listing-draft.ts';

/** The props of each part of the form. */
export interface FormParts {
  form: Pick<UseFormReturn<ListingDraft>, 'register' | 'setValue'>;
  draft: ListingDraft;
  /** Returns the error to show beside a field. */
  errorOf: (field: keyof ListingDraft) => string | undefined;
}
