import { useState } from 'react';
import { Link } from 'react-router';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { type ApiKeyRow, apiKeyRoutes } from '#contract/api-keys/api-keys.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { KeyLine } from './key-line.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { NewSecretDialog } from './new-secret-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

/** The open dialog and the key that it is about. */
type Doing =
  | { what: 'make' }
  | { what: 'change' | 'revoke'; row: ApiKeyRow }
  | { what: 'show'; secret: string };

/**
 * Lists the keys with which a person's programs call /api/v1, with buttons to create, rotate and revoke keys.
 */
export function ApiKeys({ whose }: { whose: MemberRole }) {
  const keys = useRead(apiKeyRoutes.listApiKeys, {});
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const show = (secret: string) => setDoing({ what: 'show', secret });
  return (
    <Panel
      title="API keys"
      action={
        <Button size="sm" onClick={() => setDoing({ what: 'make' })}>
          New key
        </Button>
      }
    >
      <p className="mb-4 text-muted">
        Use API keys to automate your account. Keys can’t request payouts.{' '}
        <Link to={paths.docsApi()} className="link">
          How the API works
        </Link>
      </p>
      <QueryList
        of={keys}
        what="keys"
        failed="Your API keys did not load."
        loading={
          <Loading>
            <Skeleton className="h-9" />
          </Loading>
        }
        empty={<p>No keys yet. Create one to connect a program.</p>}
      >
        {(rows) => (
          <ul aria-label="API keys" className="-my-3 divide-y divide-line">
            {rows.map((row) => (
              <KeyLine
                key={row.id}
                row={row}
                onChange={() => setDoing({ what: 'change', row })}
                onRevoke={() => setDoing({ what: 'revoke', row })}
              />
            ))}
          </ul>
        )}
      </QueryList>
      {doing?.what === 'make' && <NewKeyDialog whose={whose} onMade={show} onClose={close} />}
      {doing?.what === 'change' && <NewSecretDialog row={doing.row} onMade={show} onClose={close} />}
      {doing?.what === 'revoke' && <RevokeDialog row={doing.row} onClose={close} />}
      {doing?.what === 'show' && (
        <SecretDialog
          title="Your API key"
          description="Copy it now and keep it like a password: it is not shown again."
          noun="key"
          label="Key"
          secret={doing.secret}
          toastId="api-keys"
          onClose={close}
        />
      )}
    </Panel>
  );
}
