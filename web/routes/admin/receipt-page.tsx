import { useParams } from 'react-router';
import { ClipAppeals } from '#web/features/appeals/clip-appeals.tsx';
import { ReceiptView } from '#web/features/submissions/receipt/receipt-view.tsx';
import { paths } from '../paths.ts';
import { AdminOnly } from './admin-only.tsx';

/** A clip's receipt for admins. */
export function AdminReceiptPage() {
  const { id = '' } = useParams();
  return (
    <AdminOnly>
      <ReceiptView
        id={id}
        appeals={<ClipAppeals submissionId={id} isOwn={false} />}
        back={{ to: paths.admin({ tab: 'submissions' }), name: 'Submissions' }}
      />
    </AdminOnly>
  );
}
