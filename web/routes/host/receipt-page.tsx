import { useParams } from 'react-router';
import { ClipAppeals } from '#web/features/appeals/clip-appeals.tsx';
import { ReceiptView } from '#web/features/submissions/receipt/receipt-view.tsx';
import { MessagesPanel } from '../messages-panel.tsx';
import { paths } from '../paths.ts';

/** A clip's receipt for its host. */
export function HostReceiptPage() {
  const { id = '' } = useParams();
  return (
    <ReceiptView
      id={id}
      appeals={<ClipAppeals submissionId={id} isOwn={false} />}
      back={{ to: paths.hostSubmissions(), name: 'Submissions' }}
      below={(receipt) => <MessagesPanel submissionId={id} to={receipt.clipperUsername} />}
    />
  );
}
