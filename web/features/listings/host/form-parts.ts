import type { UseFormReturn } from 'react-hook-form';
import type { ListingDraft } from './listing-draft.ts';

/** The props that each part of the form gets. */
export interface FormParts {
  form: Pick<UseFormReturn<ListingDraft>, 'register' | 'setValue'>;
  draft: ListingDraft;
  /** The error to show beside a field. */
  errorOf: (field: keyof ListingDraft) => string | undefined;
}
