import { useParams } from 'react-router';
import { ClipAppeals } from '#web/features/appeals/clip-appeals.tsx';
import { ReceiptView } from '#web/features/submissions/receipt/receipt-view.tsx';
import { MessagesPanel } from '../messages-panel.tsx';
import { paths } from '../paths.ts';

export function ReceiptPage() {
  const { id = '' } = useParams();
  return (
    <ReceiptView
      id={id}
      appeals={<ClipAppeals submissionId={id} isOwn />}
      back={{ to: paths.clipperSubmissions(), name: 'My Submissions' }}
      below={(receipt) => <MessagesPanel submissionId={id} to={receipt.hostUsername} />}
    />
  );
}
