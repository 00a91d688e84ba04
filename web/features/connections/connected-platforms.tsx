import { useState } from 'react';
import type { ConnectionCode, ConnectionRow } from '#contract/connections.ts';
import { type ConnectablePlatform, platforms } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { cx } from '#web/ui/cx.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AccountAnalytics } from './account-analytics.tsx';
import { CodeForm, FoundText } from './code-form.tsx';
import { useConnect } from './use-connect.ts';
import { useConnectReturn } from './use-connect-return.ts';
import { YoutubeTerms } from './youtube-terms.tsx';

export interface ConnectedPlatformsProps {
  title: string;
  /** A sentence about why the person should connect an account. */
  reason: string;
  /** A sentence about what ends when the account is disconnected. */
  afterwards: string;
  platforms: readonly ConnectablePlatform[];
}

/** Lists the person's accounts on the platforms, with buttons to connect and disconnect. */
export function ConnectedPlatforms({ title, reason, afterwards, platforms }: ConnectedPlatformsProps) {
  useConnectReturn();
  const { connect, leavingFor } = useConnect();
  const connections = useRead(routes.listConnections, {});
  const [leaving, setLeaving] = useState<ConnectionRow | null>(null);
  return (
    <Panel title={title}>
      <p className="mb-2 text-muted">{reason}</p>
      <QueryState
        of={connections}
        failed="The connections did not load."
        loading={
          <Loading>
            {platforms.map((platform) => (
              <Skeleton key={platform} className="my-3.5 h-9" />
            ))}
          </Loading>
        }
      >
        {({ rows, available, codes }) => (
          <ul>
            {platforms.map((platform) => (
              <PlatformLine
                key={platform}
                platform={platform}
                rows={rows.filter((row) => row.platform === platform)}
                available={available.includes(platform)}
                code={codes.find((code) => code.platform === platform)}
                busy={leavingFor === platform}
                onConnect={() => connect(platform)}
                onDisconnect={setLeaving}
              />
            ))}
          </ul>
        )}
      </QueryState>
      <Disconnect row={leaving} afterwards={afterwards} onClose={() => setLeaving(null)} />
    </Panel>
  );
}

interface LineProps {
  platform: ConnectablePlatform;
  rows: readonly ConnectionRow[];
  available: boolean;
  /** A code that has not been found in the bio yet. */
  code: ConnectionCode | undefined;
  busy: boolean;
  onConnect: () => void;
  onDisconnect: (row: ConnectionRow) => void;
}

function PlatformLine({ platform, rows, available, code, busy, onConnect, onDisconnect }: LineProps) {
  const name = platforms[platform].name;
  const way = wayToConnect(rows, name);
  return (
    <li className="flex flex-wrap items-start gap-x-3.5 gap-y-2.5 border-line border-t py-3.5 first:border-t-0 last:pb-0">
      <PlatformIcon platform={platform} className="size-5 text-muted" />
      <div className={cx('min-w-0 flex-1', rows.length > 0 && 'max-sm:basis-52')}>
        <b className="font-semibold">{name}</b>
        {rows.length === 0 ? (
          <p className="text-muted text-sm">
            {available ? 'Not connected' : 'Not connected. Verify your account with a code in its bio.'}
          </p>
        ) : (
          rows.map((row) => (
            <div key={row.id} className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-muted text-sm">
              <span>
                {handleOf(row)} · since <DateText at={row.connectedAt} />
              </span>
              {row.state === 'dead' ? (
                <Badge tone="red">Access ended</Badge>
              ) : (
                <Badge tone="green">Connected</Badge>
              )}
              {row.foundText ? <FoundText text={row.foundText} /> : null}
              <AccountAnalytics row={row} account={`${handleOf(row)} on ${name}`} />
            </div>
          ))
        )}
      </div>
      <span className={cx('flex flex-wrap gap-2', rows.length > 0 && 'max-sm:w-full max-sm:pl-8.5')}>
        {available ? (
          <Button busy={busy && 'Connecting...'} size="sm" aria-label={way.label} onClick={onConnect}>
            {way.word}
          </Button>
        ) : null}
        {rows.map((row) => (
          <Button
            key={row.id}
            size="sm"
            aria-label={`Disconnect ${rows.length > 1 ? `${handleOf(row)} of ` : ''}${name}`}
            onClick={() => onDisconnect(row)}
          >
            Disconnect{rows.length > 1 ? ` ${handleOf(row)}` : null}
          </Button>
        ))}
      </span>
      {available && platform === 'youtube' ? <YoutubeTerms /> : null}
      {available || rows.some(({ state }) => state === 'active') ? null : (
        <CodeForm platform={platform} code={code} />
      )}
    </li>
  );
}

const handleOf = ({ handle }: ConnectionRow) => `@${handle.replace(/^@/, '')}`;

/**
 * Returns the texts of the button. A person may have several accounts on a platform, so the button offers
 * another one, unless an account must be reconnected because its access was lost.
 */
function wayToConnect(rows: readonly ConnectionRow[], name: string) {
  if (rows.length === 0) return { word: 'Connect', label: `Connect ${name}` };
  if (rows.some((row) => row.state === 'dead')) return { word: 'Reconnect', label: `Reconnect ${name}` };
  return { word: 'Add account', label: `Add another ${name} account` };
}

interface DisconnectProps extends Pick<ConnectedPlatformsProps, 'afterwards'> {
  row: ConnectionRow | null;
  onClose: () => void;
}

function Disconnect({ row, afterwards, onClose }: DisconnectProps) {
  const remove = useAction(routes.removeConnection, {
    success: onClose,
    error: (error) => {
      toast.error(error.title, error.message);
      onClose();
    },
  });
  const name = row ? platforms[row.platform].name : '';
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Disconnect ${name}?`}
      description={`Permille gives up its access to ${row ? handleOf(row) : ''} and deletes its keys. ${afterwards}`}
      confirmText="Disconnect"
      danger
      busy={remove.isPending && 'Disconnecting...'}
      onConfirm={() => row && remove.mutate({ params: { id: row.id } })}
    />
  );
}
