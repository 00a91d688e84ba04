import type { ReactNode } from 'react';
import { Field, FieldError } from '#web/ui/forms/field.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import type { FormParts } from './form-parts.ts';

/** Fields for the video that clippers cut from: an upload, which `children` renders, or a link. */
export function CreateSource({
  form,
  draft,
  errorOf,
  keep,
  children,
}: FormParts & { keep: () => void; children: ReactNode }) {
  const missing = errorOf('media');
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <h2 className="font-bold text-md leading-[1.3]">Source video</h2>
        <Segmented
          label="Kind of source"
          value={draft.sourceKind}
          options={[
            { value: 'upload', label: 'Upload MP4' },
            { value: 'link', label: 'Download link' },
          ]}
          onChange={(kind) => {
            form.setValue('sourceKind', kind);
            keep();
          }}
        />
      </div>
      <div hidden={draft.sourceKind !== 'upload'}>{children}</div>
      {draft.sourceKind === 'link' ? (
        <Field
          label="Download link"
          error={errorOf('sourceUrl')}
          hint="Where clippers can download the video. It must stay there while the listing runs."
        >
          <TextInput type="url" maxLength={2000} placeholder="https://" {...form.register('sourceUrl')} />
        </Field>
      ) : null}
      {missing ? <FieldError>{missing}</FieldError> : null}
    </div>
  );
}
