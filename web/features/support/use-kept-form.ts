import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import { useDraft } from '#web/ui/forms/use-draft.ts';

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Returns a form for a page that can be used before its scripts load. Text typed before then is kept, and
 * later text survives a reload of this tab. Pass `keep` to the form's onChange, and call `clear` when the
 * server has received the content.
 */
export function useKeptForm<Values extends FieldValues>(key: string, empty: Values) {
  // The form has no default values, because they would overwrite text that is already in the fields.
  const form = useForm<Values>();
  const [kept, setKept] = useDraft(key);
  const keep = () => setKept(JSON.stringify(form.getValues()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts take the form over
  useEffect(() => {
    for (const [name, value] of Object.entries(parsed(kept))) {
      const path = name as Path<Values>;
      if (name in empty && !form.getValues(path))
        form.setValue(path, value as PathValue<Values, Path<Values>>);
    }
    keep();
  }, []);
  const clear = () => {
    form.reset(empty as DefaultValues<Values>);
    setKept('');
  };
  return { form, keep, clear };
}
