import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/limits.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { FormParts } from './form-parts.ts';

/** What the listing is called, what it is about, what clippers should do. */
export function CreateBasics({ form, draft, said }: FormParts) {
  return (
    <>
      <Field label="Title" aside={`${draft.title.length} / ${TITLE_MAX}`} error={said('title')}>
        <TextInput required maxLength={TITLE_MAX} autoComplete="off" {...form.register('title')} />
      </Field>
      <Field label="Description" error={said('description')}>
        <Textarea required rows={3} maxLength={DESCRIPTION_MAX} {...form.register('description')} />
      </Field>
      <Field
        label="Instructions for clippers"
        hint="Name the moments you want, and what to leave out."
        error={said('instructions')}
      >
        <Textarea required rows={4} maxLength={DESCRIPTION_MAX} {...form.register('instructions')} />
      </Field>
    </>
  );
}
