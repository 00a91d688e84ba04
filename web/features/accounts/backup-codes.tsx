import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { copyText } from '#web/ui/texts/copy-text.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { CodeField } from './code-field.tsx';

/** Shows backup codes once, to be copied or saved. */
export function BackupCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    if (await copyText(text)) toast.success('Codes copied', undefined, { id: 'backup-codes' });
    else toast.error('Not copied', 'Select the codes and copy them by hand.', { id: 'backup-codes' });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Your backup codes"
      description="Each signs you in once without your phone. We can’t show them again, so save them now. Without them and the app, only our support can let you in."
      actions={
        <>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden />
            Copy
          </Button>
          <a
            className={buttonStyle({})}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="permille-backup-codes.txt"
          >
            <Download aria-hidden />
            Save
          </a>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <ul className="mono grid grid-cols-2 gap-x-6 gap-y-2 max-[22rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}

interface RenewDialogProps {
  onRenewed: (codes: string[]) => void;
  onClose: () => void;
}

/** Makes new backup codes, after a code. The old ones stop working. */
export function RenewDialog({ onRenewed, onClose }: RenewDialogProps) {
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const renew = useAction(routes.renewBackupCodes, {
    success: ({ backupCodes }) => onRenewed(backupCodes),
    error: (error) => setRefusal(error.message),
  });
  return (
    <FormDialog
      title="Make new backup codes?"
      description="The codes that you have now stop working."
      submitText="Make new codes"
      busy={renew.isPending && 'Making codes...'}
      onClose={onClose}
      onSubmit={() => renew.mutate({ body: { code } })}
    >
      <CodeField
        error={refusal}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setRefusal(undefined);
        }}
      />
    </FormDialog>
  );
}
