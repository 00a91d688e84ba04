import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { listingErrors } from '#contract/errors/listings.ts';
import { emptyFields } from '#contract/listings/listing-checks.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { CreateBasics } from './create-basics.tsx';
import { RateField } from './create-money.tsx';
import { CreatePlatforms } from './create-platforms.tsx';
import { CreateRules } from './create-rules.tsx';
import type { FormParts } from './form-parts.ts';
import { noPlatform } from './listing-check.ts';
import { drafts, type ListingDraft } from './listing-draft.ts';
import { draftOf, type FieldErrors, readTerms } from './listing-terms.ts';
import { useFieldErrors } from './use-field-errors.ts';

interface EditFormProps {
  listing: ListingPage;
  onSaved: () => void;
}

/** Edits the terms of a listing for future clips. Unsaved input survives a reload. */
export function EditForm({ listing, onSaved }: EditFormProps) {
  const { form, submit, saving, rulesOpen, setRulesOpen, keep } = useEdit({ listing, onSaved });
  const draft = form.watch();
  const parts: FormParts = {
    form,
    draft,
    errorOf: (field) => form.formState.errors[field]?.message?.toString(),
  };
  return (
    <form
      noValidate
      aria-label="Terms"
      className="flex max-w-190 flex-col gap-5 max-md:gap-4"
      onChange={(event) => {
        if (event.target.name) form.clearErrors(event.target.name as keyof ListingDraft);
        keep();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Note tone="info" title="Clips keep the terms they were submitted under.">
        Changes apply to clips submitted later. The source and the budget stay; top up to add budget.
      </Note>
      <div className="min-w-0 rounded-panel border border-line bg-surface [&>*+*]:border-line [&>*+*]:border-t [&>*]:p-5.5 max-md:[&>*]:p-4">
        <div className="flex flex-col gap-5">
          <CreateBasics {...parts} />
          <RateField {...parts} />
        </div>
        <CreatePlatforms {...parts} />
        <CreateRules {...parts} open={rulesOpen} onOpenChange={setRulesOpen} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving && 'Saving...'}>
          Save terms
        </Button>
        <Link to={paths.hostListings()} className={buttonStyle()}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

function useEdit({ listing, onSaved }: EditFormProps) {
  const now = useNow();
  const key = `edit:${listing.id}:${listing.version}`;
  const form = useForm<ListingDraft>({
    defaultValues: drafts.load(key, draftOf(listing)),
    shouldFocusError: false,
  });
  const { mark, refused, rulesOpen, setRulesOpen } = useFieldErrors(form);
  const save = useAction(routes.editListing, {
    success: () => {
      drafts.clear(key);
      toast.success('Terms saved', 'They apply to clips submitted from now on.');
      onSaved();
    },
    error: refused,
  });
  const submit = () => {
    if (save.isPending) return;
    form.clearErrors();
    const draft = form.getValues();
    const read = readTerms(draft, now);
    const errors: FieldErrors = {
      ...('fieldErrors' in read ? read.fieldErrors : {}),
      ...emptyFields(draft),
      ...(draft.platforms.length === 0 ? noPlatform : {}),
    };
    if ('fieldErrors' in read || Object.keys(errors).length > 0) {
      const { title, detail } = listingErrors.platform_selection_required;
      if (Object.keys(errors).join() === 'platforms') toast.error(title, detail, { id: 'form' });
      return mark(errors);
    }
    const { budgetMicros: _budget, sourceMediaId: _media, sourceUrl: _url, ...terms } = read.terms;
    save.mutate({ params: { id: listing.id }, body: { ...terms, version: listing.version } });
  };
  const keep = () => drafts.save(key, form.getValues());
  return { form, submit, saving: save.isPending, rulesOpen, setRulesOpen, keep };
}
