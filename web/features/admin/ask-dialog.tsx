import { type ReactNode, useState } from 'react';
import { NOTE_MAX } from '#contract/limits.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

export interface AskDialogProps {
  title: string;
  description: ReactNode;
  /** Label of the input; "Reason" by default. */
  label?: string;
  /** Error when the input is empty. */
  missing: string;
  /** Text below the input. By default it says that the audit log records the input; null for no text. */
  hint?: string | null;
  /** Maximum length of the input; NOTE_MAX by default. */
  maxLength?: number;
  /**
   * True for an input with one line, such as for a reference. Otherwise it has several lines, for a reason or
   * note.
   */
  line?: boolean;
  confirmText: string;
  danger?: boolean;
  busy: string | false;
  onConfirm: (text: string) => void;
  onClose: () => void;
  /** A further choice, shown below the input. */
  children?: ReactNode;
}

/** Asks for the reason, note or reference that an action requires. The audit log records it. */
export function AskDialog(props: AskDialogProps) {
  const { title, description, missing, line, confirmText, danger, busy } = props;
  const { label = 'Reason', hint = 'It is recorded in the audit log.', maxLength = NOTE_MAX } = props;
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    if (text.trim() === '') setError(missing);
    else props.onConfirm(text.trim());
  };
  const input = {
    value: text,
    maxLength,
    onChange: (event: { target: { value: string } }) => {
      setText(event.target.value);
      setError(undefined);
    },
  };
  return (
    <FormDialog
      title={title}
      description={description}
      submitText={confirmText}
      danger={danger}
      busy={busy}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Field
        label={label}
        hint={hint ?? undefined}
        error={error}
        aside={line ? undefined : `${text.length} of ${maxLength}`}
      >
        {line ? <TextInput {...input} /> : <Textarea {...input} />}
      </Field>
      {props.children}
    </FormDialog>
  );
}
