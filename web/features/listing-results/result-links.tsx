import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type ResultLink, resultLinkDays, resultLinkRoutes } from '#contract/listing-results/result-links.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Lists the links by which others read the results, with buttons to make one and to revoke one. */
export function ResultLinks({ listingId }: { listingId: string }) {
  const links = useRead(resultLinkRoutes.resultLinks, { params: { id: listingId } });
  const [asked, setAsked] = useState<{ share: true } | { url: string } | { revoke: ResultLink } | null>(null);
  const close = () => setAsked(null);
  return (
    <Panel
      title="Shared links"
      className="print:hidden"
      action={
        <Button size="sm" onClick={() => setAsked({ share: true })}>
          <Plus aria-hidden />
          Share results
        </Button>
      }
    >
      <p className="mb-4 text-muted">
        Anyone with a link can read the results without an account: budget, totals, and paid views of clips,
        clippers, platforms and hours. Your balance, email addresses and other listings are not shown.
        Clippers who hide their earnings have no name there.
      </p>
      <QueryList
        of={links}
        what="links"
        failed="The links did not load."
        loading={
          <Loading>
            <Skeleton className="h-9" />
          </Loading>
        }
        empty={<p className="text-muted">You have not shared these results.</p>}
      >
        {(rows) => (
          <ul aria-label="Shared links" className="divide-y divide-line">
            {rows.map((link) => (
              <LinkLine key={link.id} link={link} onRevoke={() => setAsked({ revoke: link })} />
            ))}
          </ul>
        )}
      </QueryList>
      {asked && 'share' in asked ? (
        <ShareDialog listingId={listingId} onMade={(url) => setAsked({ url })} onClose={close} />
      ) : null}
      {asked && 'url' in asked ? (
        <SecretDialog
          title="Link to the results"
          description="Copy it now: it is not shown again. Anyone who has it can read the results and pass it on."
          noun="link"
          label="Link"
          secret={asked.url}
          toastId="result-link"
          onClose={close}
        />
      ) : null}
      {asked && 'revoke' in asked ? <RevokeDialog link={asked.revoke} onClose={close} /> : null}
    </Panel>
  );
}

function LinkLine({ link, onRevoke }: { link: ResultLink; onRevoke: () => void }) {
  const { createdAt, madeBy, expiresAt, isExpired, lastOpenedAt } = link;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="font-semibold">
            Made <DateText at={createdAt} />
            {madeBy ? ` by @${madeBy}` : ''}
          </b>
          {isExpired ? <Badge tone="red">Expired</Badge> : null}
        </span>
        <span className="block text-muted text-sm">
          {expiresAt ? (
            <>
              {isExpired ? 'Worked until ' : 'Works until '}
              <DateText at={expiresAt} />
            </>
          ) : (
            'Works until you revoke it'
          )}
          .{' '}
          {lastOpenedAt ? (
            <>
              Last opened <DateText at={lastOpenedAt} />.
            </>
          ) : (
            'Never opened.'
          )}
        </span>
      </span>
      <Button
        size="sm"
        variant="danger"
        aria-label={`${isExpired ? 'Remove' : 'Revoke'} the link made ${createdAt.toISOString().slice(0, 10)}`}
        onClick={onRevoke}
      >
        {isExpired ? 'Remove' : 'Revoke'}
      </Button>
    </li>
  );
}

const NEVER = 'never';

interface ShareDialogProps {
  listingId: string;
  onMade: (url: string) => void;
  onClose: () => void;
}

function ShareDialog({ listingId, onMade, onClose }: ShareDialogProps) {
  const [ends, setEnds] = useState('30');
  const make = useAction(resultLinkRoutes.makeResultLink, { success: ({ url }) => onMade(url) });
  return (
    <FormDialog
      title="Share results"
      description="Makes a link to a read-only page with this listing’s budget, totals and paid views, always up to date."
      submitText="Make link"
      busy={make.isPending && 'Making...'}
      onSubmit={() =>
        make.mutate({
          params: { id: listingId },
          body: { days: resultLinkDays.find((days) => String(days) === ends) ?? null },
        })
      }
      onClose={onClose}
    >
      <Field label="Ends after">
        <Select
          value={ends}
          options={[
            ...resultLinkDays.map((days) => ({ value: String(days), label: `${days} days` })),
            { value: NEVER, label: 'Until I revoke it' },
          ]}
          onChange={(event) => setEnds(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

function RevokeDialog({ link: { id, isExpired }, onClose }: { link: ResultLink; onClose: () => void }) {
  const revoke = useAction(resultLinkRoutes.revokeResultLink, {
    success: () => {
      toast.success(isExpired ? 'Link removed' : 'Link revoked', undefined, { id: 'result-link' });
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message, { id: 'result-link' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={isExpired ? 'Remove this link?' : 'Revoke this link?'}
      description={
        isExpired
          ? 'It has expired already. Only this line is removed.'
          : 'People who open it see that it no longer works. You can’t restore it.'
      }
      confirmText={isExpired ? 'Remove link' : 'Revoke link'}
      busy={revoke.isPending && (isExpired ? 'Removing...' : 'Revoking...')}
      onConfirm={() => revoke.mutate({ params: { id } })}
    />
  );
}
