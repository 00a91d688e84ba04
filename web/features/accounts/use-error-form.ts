import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ApiError } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import type { Broken } from './form-rules.ts';

export interface ErrorForm<Values extends FieldValues> extends UseFormReturn<Values> {
  /** Returns the message below a field; undefined if the field breaks no rule. */
  errorOf: (field: Path<Values>) => string | undefined;
  /**
   * Shows a broken rule: a toast, a message at each field concerned, and the focus in the first of these
   * fields.
   */
  showError: (rule: Broken<Extract<keyof Values, string>>) => void;
  /** Shows a refusal's errors at the fields that it names. */
  mark: (error: ApiError) => void;
}

/** Returns a form that shows broken rules as toasts, in the specified order, and keeps its values. */
export function useErrorForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
): ErrorForm<Values> {
  const form = useForm<Values>({ defaultValues, shouldFocusError: false });
  const { errors } = form.formState;
  const mark = (fields: [string, string][]) => {
    for (const [at, [field, message]] of fields.entries())
      form.setError(field as Path<Values>, { message }, { shouldFocus: at === 0 });
  };
  return {
    ...form,
    errorOf: (field) => {
      const message: unknown = errors[field]?.message;
      return typeof message === 'string' ? message : undefined;
    },
    showError: (rule) => {
      toast.error(rule.title, rule.message, { id: 'form' });
      mark(Object.entries(rule.fields) as [string, string][]);
    },
    mark: (error) => mark(error.problem?.fields?.map(({ field, message }) => [field, message]) ?? []),
  };
}
