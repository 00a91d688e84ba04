import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { copyText } from '#web/ui/texts/copy-text.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { Dialog } from './dialog.tsx';

interface SecretDialogProps {
  title: string;
  description: ReactNode;
  /** The noun in buttons and messages, such as "key" or "secret". */
  noun: string;
  label: string;
  hint?: string;
  secret: string;
  toastId: string;
  onClose: () => void;
}

/** Shows a secret, with a button that copies it. The secret is never shown again. */
export function SecretDialog(props: SecretDialogProps) {
  const { title, description, noun, label, hint, secret, toastId, onClose } = props;
  const copy = async () => {
    if (await copyText(secret)) {
      const named = noun.charAt(0).toUpperCase() + noun.slice(1);
      toast.success(`${named} copied`, undefined, { id: toastId });
    } else {
      const how = `Your browser refuses it. Select the ${noun} and copy it by hand.`;
      toast.error('Not copied', how, { id: toastId });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" onClick={() => void copy()}>
            <Copy aria-hidden />
            Copy {noun}
          </Button>
        </>
      }
    >
      <Field label={label} {...(hint ? { hint } : {})}>
        <TextInput
          readOnly
          spellCheck={false}
          className="mono"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
    </Dialog>
  );
}
