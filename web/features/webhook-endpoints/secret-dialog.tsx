import { Copy } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.tsx';

/** A secret that was just made. */
export interface FreshSecret {
  secret: string;
  url: string;
  /** Of an endpoint that was just added; else another one goes on signing for a day. */
  isNew: boolean;
}

/** The one time that a secret is shown. */
export function SecretDialog({
  secret: { secret, url, isNew },
  onClose,
}: {
  secret: FreshSecret;
  onClose: () => void;
}) {
  const copy = async () => {
    if (await copyText(secret)) toast.success('Secret copied', undefined, { id: 'webhooks' });
    else
      toast.error('Not copied', 'Your browser refuses it. Select the secret and copy it by hand.', {
        id: 'webhooks',
      });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isNew ? 'Endpoint added' : 'New secret'}
      description={<span className="wrap-anywhere">For {url}</span>}
      actions={
        <>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden />
            Copy secret
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Field
        label="Signing secret"
        hint={
          isNew
            ? 'Your server checks messages with it. It is shown this once.'
            : 'It is shown this once. For 24 hours messages bear signatures of the previous secret as well.'
        }
      >
        <TextInput
          readOnly
          className="mono"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
    </Dialog>
  );
}
