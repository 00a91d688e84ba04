import { useInside } from '#web/features/accounts/session.ts';
import { Thread } from '#web/features/submissions/messages/thread.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useAnchor } from './public/anchor.ts';

/** The messages about a clip on its receipt page, where notifications lead; not part of the printed receipt. */
export function MessagesPanel({ submissionId, to }: { submissionId: string; to: string }) {
  useAnchor();
  const { user } = useInside();
  return (
    <div id="messages" className="scroll-mt-5 print:hidden">
      <Panel title={`Messages with @${to}`}>
        <Thread submissionId={submissionId} userId={user.id} to={to} />
      </Panel>
    </div>
  );
}
