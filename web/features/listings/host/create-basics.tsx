import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/limits.ts';
import { categoryNames, listingCategory } from '#contract/listings/categories.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import type { FormParts } from './form-parts.ts';

const categories = listingCategory.options.map((value) => ({ value, label: categoryNames[value] }));

/** Fields for the title, the description, the category and the instructions for clippers. */
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
      <Field label="Category" hint="Clippers filter Explore by it." error={errorOf('category')}>
        <Select placeholder="No category" options={categories} {...form.register('category')} />
      </Field>
    </>
  );
}
