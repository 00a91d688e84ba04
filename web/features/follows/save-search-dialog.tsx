import { useState } from 'react';
import { followRoutes, SAVED_SEARCH_NAME_MAX } from '#contract/follows.ts';
import { acceptedFilters, type ExploreFilters, filtersText } from '#contract/listings/explore-filters.ts';
import { useAction } from '#web/api/action.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

interface SaveSearchDialogProps {
  filters: ExploreFilters;
  onClose: () => void;
}

/** Asks for a name for the current search, and whether to notify the clipper about new matching listings. */
export function SaveSearchDialog({ filters, onClose }: SaveSearchDialogProps) {
  const [name, setName] = useState('');
  const [alerts, setAlerts] = useState(true);
  const [error, setError] = useState<string>();
  const save = useAction(followRoutes.saveSearch, {
    success: () => {
      toast.success('Search saved', alerts ? 'You are notified of new listings that fit.' : undefined);
      onClose();
    },
  });
  const submit = () => {
    if (name.trim() === '') setError('Enter a name.');
    else save.mutate({ body: { name: name.trim(), filters: acceptedFilters(filters), alerts } });
  };
  return (
    <FormDialog
      title="Save search"
      description={filtersText(filters)}
      submitText="Save search"
      busy={save.isPending && 'Saving...'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" hint="Replaces a saved search with this name." error={error}>
        <TextInput
          value={name}
          maxLength={SAVED_SEARCH_NAME_MAX}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <Checkbox
        label="Notify me of new listings that fit"
        hint="Under the bell and in a daily email, as you choose in Settings, Notifications."
        checked={alerts}
        onChange={(event) => setAlerts(event.target.checked)}
      />
    </FormDialog>
  );
}
