import { Link } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { AgreementRow } from '#contract/admin/agreements.ts';
import { fullMoment } from '#contract/dates.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { polled } from '#web/api/live.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/**
 * Lists actions that one admin has agreed to and that need a second admin. Renders nothing if there are none.
 */
export function Agreements() {
  const { data } = useRead(adminRoutes.adminAgreements, {}, { refetchInterval: polled(30_000) });
  const withdraw = useAction(adminRoutes.withdrawAgreement, {
    success: () => toast.success('Agreement withdrawn'),
  });
  return data?.rows.map((row) => (
    <Note
      key={`${row.action} ${row.subjectId} ${row.by}`}
      tone="info"
      title={row.own ? 'A second admin has to agree.' : `${row.by} agreed; it waits for a second admin.`}
      className="mb-3"
      action={
        row.own ? (
          <Button
            size="sm"
            aria-label={`Withdraw your agreement: ${row.summary}`}
            onClick={() => withdraw.mutate({ body: { action: row.action, subjectId: row.subjectId } })}
          >
            Withdraw
          </Button>
        ) : null
      }
    >
      {sentenceOf(row)}{' '}
      <Link to={placeOf(row)} className="link">
        Open it
      </Link>
    </Note>
  ));
}

/**
 * Returns the page on which a second admin can perform the same action, usually that of the action's subject.
 */
function placeOf({ action, subjectId }: AgreementRow): string {
  if (action === 'suspense.received') return paths.adminView('suspense');
  return places[action.split('.')[0]!]!(subjectId);
}

const places: Record<string, (id: string) => string> = {
  deposit: paths.adminDeposit,
  refund: () => paths.adminView('deposits'),
  listing: paths.adminListing,
  suspense: paths.adminSuspenseItem,
  debt: paths.adminDebt,
  submission: paths.clip,
  score: paths.clip,
  fraud_hold: () => paths.adminView('submissions'),
  appeal: () => paths.adminView('appeals'),
  cohort: paths.adminCohort,
  payout: paths.adminPayout,
  payout_address: paths.adminPerson,
  account: paths.adminPerson,
};

const sentenceOf = ({ summary, own, agreedAt }: AgreementRow): string =>
  `${summary[0]!.toUpperCase()}${summary.slice(1)} ${own ? 'Another admin' : 'You'} can do exactly the same to carry it out. Agreed ${fullMoment(agreedAt)}.`;

/**
 * Handles a refused action by showing the refusal. If the action now waits for a second admin, it succeeded
 * and its dialog closes.
 */
export const refusedOrNoted =
  (onNoted: () => void) =>
  (error: ApiError): void => {
    if (error.code === 'second_admin_needed') {
      toast.info(error.title, error.message);
      onNoted();
    } else toast.error(error.title, error.message);
  };
