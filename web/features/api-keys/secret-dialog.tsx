import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Shows a secret the one time that it can be seen. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = async () => {
    if (await copyText(secret)) toast.success('Key copied', undefined, { id: 'api-keys' });
    else toast.error('Your browser refused to copy', 'Select the key and copy it by hand.');
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Your API key"
      description="Copy it now and keep it like a password: it is not shown again."
      actions={
        <>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Field label="Key">
        <TextInput readOnly spellCheck={false} value={secret} onFocus={(event) => event.target.select()} />
      </Field>
    </Dialog>
  );
}
