import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { DemoToolList, type DemoToolListProps } from './demo-tool-list.tsx';

/** Tools for trying a demo without a platform, a mailbox or a day of waiting. */
export function DemoTools({ whose, onClose }: DemoToolListProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Demo tools"
      description="Platforms and money are simulated here. Use these tools to skip the waiting."
    >
      <DemoToolList whose={whose} onClose={onClose} />
    </Dialog>
  );
}
