import type { ReactNode } from 'react';
import { Thread, type ThreadProps } from '#web/features/submissions/messages/thread.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { useAnchor } from './public/anchor.ts';

/** Shows the messages about a clip on its page. Notifications link to this panel. */
export function MessagesPanel({ beside, ...thread }: ThreadProps & { beside?: ReactNode }) {
  useAnchor();
  return (
    <div id="messages" className="scroll-mt-5 print:hidden">
      <Panel title={`Messages with @${thread.to}`} action={beside}>
        <Thread {...thread} />
      </Panel>
    </div>
  );
}
