import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { usualCounting } from '#contract/clips/counted-views.ts';
import type { MediaFile } from '#contract/media/media.ts';
import type { Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { CreateBasics } from './create-basics.tsx';
import { CreateMoney } from './create-money.tsx';
import { CreatePlatforms } from './create-platforms.tsx';
import { CreateRules } from './create-rules.tsx';
import { CreateSource } from './create-source.tsx';
import { CreateSummary } from './create-summary.tsx';
import type { FormParts } from './form-parts.ts';
import { checkListing } from './listing-check.ts';
import { drafts, type ListingDraft } from './listing-draft.ts';
import { ListingPreview } from './listing-preview.tsx';
import { useFieldErrors } from './use-field-errors.ts';
import { useFrozenBalance } from './use-frozen-balance.ts';

export interface CreateFormProps {
  draftKey: string;
  verified: boolean;
  balance: Micros | undefined;
  uploading: boolean;
  /** The platforms that this server has keys for. */
  readable: readonly string[];
  /** Shows whether the creator has connected a platform, with a button to connect one. */
  connection: ReactNode;
  renderUpload: (slot: { media: MediaFile | null; invalid: boolean; onRemove: () => void }) => ReactNode;
  onAddFunds: (missing: Micros | undefined) => void;
  onPosted: () => void;
  form: ReturnType<typeof useListingForm>;
}

/**
 * Returns the draft under this key as a form, by default an empty one. The page owns the form, because a
 * finished upload fills in one of its fields.
 */
export function useListingForm(draftKey: string, otherwise?: ListingDraft) {
  const form = useForm<ListingDraft>({
    defaultValues: drafts.load(draftKey, otherwise),
    shouldFocusError: false,
  });
  const keep = () => drafts.save(draftKey, form.getValues());
  const setMedia = (media: MediaFile | null) => {
    form.setValue('media', media);
    form.setValue('uploadId', null);
    form.clearErrors('media');
    if (media) toast.dismiss('form');
    keep();
  };
  const setUploadId = (id: string | null) => {
    form.setValue('uploadId', id);
    form.clearErrors('media');
    keep();
  };
  return { ...form, keep, setMedia, setUploadId };
}

export function CreateForm(props: CreateFormProps) {
  const { form, verified, balance } = props;
  const draft = form.watch();
  const { submit, posting, rulesOpen, setRulesOpen } = usePosting(props);
  /** Follows the platforms with the views that are paid for, unless the host has chosen others. */
  const followPlatforms = () => {
    if (draft.countedViews !== usualCounting(draft.platforms, props.readable)) return;
    form.setValue('countedViews', usualCounting(form.getValues('platforms'), props.readable));
  };
  const parts: FormParts = {
    form,
    draft,
    errorOf: (field) => form.formState.errors[field]?.message?.toString(),
  };
  return (
    <form
      noValidate
      aria-label="New listing"
      className="grid grid-cols-1 items-start gap-5 max-md:gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
      onChange={(event) => {
        if (event.target.name === 'platforms') followPlatforms();
        if (event.target.name) form.clearErrors(event.target.name as keyof ListingDraft);
        form.keep();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="min-w-0 rounded-panel border border-line bg-surface [&>*+*]:border-line [&>*+*]:border-t [&>*]:p-5.5 max-md:[&>*]:p-4">
        <div className="flex flex-col gap-5">
          {props.connection}
          <CreateBasics {...parts} />
        </div>
        <CreatePlatforms {...parts} />
        <CreateSource {...parts} keep={form.keep}>
          {props.renderUpload({
            media: draft.media,
            invalid: Boolean(parts.errorOf('media')),
            onRemove: () => form.setMedia(null),
          })}
        </CreateSource>
        <CreateMoney {...parts} balance={balance} />
        <CreateRules {...parts} open={rulesOpen} onOpenChange={setRulesOpen} />
      </div>
      <div className="flex min-w-0 flex-col gap-3.5 lg:sticky lg:top-5">
        <CreateSummary
          budgetText={draft.budgetMicros}
          verified={verified}
          balance={balance}
          busy={posting}
          onAddFunds={props.onAddFunds}
        />
        <ListingPreview draft={draft} />
      </div>
    </form>
  );
}

/** The action of *Post Listing*: checks the draft, sends it, and shows errors beside the fields. */
function usePosting({ form, draftKey, verified, balance, uploading, onPosted }: CreateFormProps) {
  const now = useNow();
  const { mark, refused, rulesOpen, setRulesOpen } = useFieldErrors(form);
  const post = useAction(routes.createListing, {
    success: () => {
      drafts.clear(draftKey);
      toast.success('Listing posted', 'Your listing is live and fully funded.');
      onPosted();
    },
    error: refused,
  });
  const frozen = useFrozenBalance();
  const submit = () => {
    if (post.isPending) return;
    form.clearErrors();
    const checked = checkListing(form.getValues(), { verified, balance, frozen, uploading, now });
    if ('terms' in checked) return post.mutate({ body: checked.terms });
    toast.error(checked.broken.title, checked.broken.message, { id: 'form' });
    mark(checked.broken.fieldErrors);
  };
  return { submit, posting: post.isPending, rulesOpen, setRulesOpen };
}
