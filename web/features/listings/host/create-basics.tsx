import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/limits.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import type { FormParts } from './form-parts.ts';

/** Fields for the title, the description and the instructions for clippers. */
export function CreateBasics({ form, draft, errorOf }: FormParts) {
  return (
    <>
      <Field label="Title" aside={`${draft.title.length} / ${TITLE_MAX}`} error={errorOf('title')}>
        <TextInput required maxLength={TITLE_MAX} autoComplete="off" {...form.register('title')} />
      </Field>
      <Field label="Description" error={errorOf('description')}>
        <Textarea required rows={3} maxLength={DESCRIPTION_MAX} {...form.register('description')} />
      </Field>
      <Field
        label="Instructions for clippers"
        hint="Name the moments you want, and what to leave out."
        error={errorOf('instructions')}
      >
        <Textarea required rows={4} maxLength={DESCRIPTION_MAX} {...form.register('instructions')} />
      </Field>
    </>
  );
}
