import { useState } from 'react';
import { type PasskeyRow, passkeyRoutes } from '#contract/accounts/passkeys.ts';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import { call } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { deviceName } from './device-name.ts';
import { createPasskey } from './passkey-ceremony.ts';
import { RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';
import { usePasskeyAction } from './use-passkey-action.ts';

const add = async () => {
  const credential = await createPasskey(await call(passkeyRoutes.startPasskey, {}));
  const device = deviceName(navigator.userAgent);
  return await call(passkeyRoutes.addPasskey, { body: { device, credential } });
};

const FULL = `${PASSKEYS_MAX} passkeys are the most that an account has. Remove one to add another.`;

/** Lists the passkeys with which a person signs in. Each can be renamed and removed. */
export function Passkeys() {
  const passkeys = useRead(passkeyRoutes.listPasskeys, {});
  const [doing, setDoing] = useState<{ what: 'rename' | 'remove'; row: PasskeyRow }>();
  const { press, isPending } = usePasskeyAction({
    toastId: 'passkeys',
    run: add,
    success: ({ name }) => toast.success('Passkey added', `${name} now signs you in.`, { id: 'passkeys' }),
  });
  const isFull = (passkeys.data?.rows.length ?? 0) >= PASSKEYS_MAX;
  const pressAdd = () => (isFull ? toast.error('No passkey added', FULL, { id: 'passkeys' }) : press());
  const close = () => setDoing(undefined);
  return (
    <Panel
      title="Passkeys"
      action={
        <Button
          size="sm"
          blocked={isFull}
          busy={isPending && 'Waiting for the passkey...'}
          onClick={pressAdd}
        >
          Add passkey
        </Button>
      }
    >
      <QueryList
        of={passkeys}
        what="passkeys"
        failed="Your passkeys did not load."
        loading={
          <Loading>
            <Skeleton className="h-9" />
          </Loading>
        }
        empty={
          <p>
            No passkeys yet. A passkey signs you in with your fingerprint, face or screen lock, without a
            password or code.
          </p>
        }
      >
        {(rows) => (
          <ul aria-label="Passkeys" className="-my-3 divide-y divide-line">
            {rows.map((row) => (
              <PasskeyLine key={row.id} row={row} onDo={(what) => setDoing({ what, row })} />
            ))}
          </ul>
        )}
      </QueryList>
      {isFull ? <p className="mt-4 text-muted text-sm">{FULL}</p> : null}
      {doing?.what === 'rename' && <RenamePasskey row={doing.row} onClose={close} />}
      {doing?.what === 'remove' && <RemovePasskey row={doing.row} onClose={close} />}
    </Panel>
  );
}

function PasskeyLine({ row, onDo }: { row: PasskeyRow; onDo: (what: 'rename' | 'remove') => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0">
        <b className="wrap-anywhere font-semibold">{row.name}</b>
        <span className="block text-muted text-sm">
          {row.isSynced ? 'Synced to your other devices' : 'On one device only'}
        </span>
        <span className="block text-muted text-sm">
          Added <MomentText at={row.createdAt} />,{' '}
          {row.lastUsedAt ? (
            <>
              last used <MomentText at={row.lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
        </span>
      </span>
      <span className="flex gap-2">
        <Button size="sm" aria-label={`Rename ${row.name}`} onClick={() => onDo('rename')}>
          Rename
        </Button>
        <Button size="sm" variant="danger" aria-label={`Remove ${row.name}`} onClick={() => onDo('remove')}>
          Remove
        </Button>
      </span>
    </li>
  );
}
