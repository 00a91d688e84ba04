import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type DiscordWebhook, discordWebhookRoutes } from '#contract/webhook-endpoints/discord-webhooks.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { DeliveryLog } from '../delivery-log.tsx';
import { RemoveEndpoint } from '../remove-endpoint.tsx';
import { DiscordForm } from './discord-form.tsx';
import { DiscordRow } from './discord-row.tsx';

/** The dialog that is open, of which there is only one at a time. */
type Shown =
  | { what: 'form'; channel: DiscordWebhook | null }
  | { what: 'log' | 'remove'; channel: DiscordWebhook };

/**
 * Lists the Discord channels to which messages about a host's listings are sent. Renders nothing if this
 * server has no Discord.
 */
export function DiscordChannels() {
  const channels = useRead(discordWebhookRoutes.listDiscordWebhooks, {});
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  if (!channels.data?.isOffered && !channels.isError) return null;
  return (
    <div id="discord" className="scroll-mt-18">
      <Panel
        title="Discord"
        action={
          <Button size="sm" onClick={() => setShown({ what: 'form', channel: null })}>
            <Plus aria-hidden />
            Add channel
          </Button>
        }
      >
        <p className="mb-4 text-muted">
          Post new listings to a Discord channel. Paste the channel’s webhook URL.
        </p>
        <QueryList
          of={channels}
          what="channels"
          failed="Your channels on Discord did not load."
          empty={<p className="text-muted">You have no channel yet.</p>}
        >
          {(rows) => (
            <ul aria-label="Channels on Discord" className="-my-3 divide-y divide-line">
              {rows.map((row) => (
                <DiscordRow
                  key={row.id}
                  channel={row}
                  onEdit={() => setShown({ what: 'form', channel: row })}
                  onLog={() => setShown({ what: 'log', channel: row })}
                  onRemove={() => setShown({ what: 'remove', channel: row })}
                />
              ))}
            </ul>
          )}
        </QueryList>
      </Panel>
      {shown?.what === 'form' ? <DiscordForm channel={shown.channel} onClose={close} /> : null}
      {shown?.what === 'log' ? (
        <DeliveryLog endpoint={shown.channel} name={shown.channel.name} onClose={close} />
      ) : null}
      {shown?.what === 'remove' ? (
        <RemoveEndpoint
          id={shown.channel.id}
          title="Remove this channel?"
          description={`We stop posting in “${shown.channel.name}” and delete its log and address. The webhook stays in Discord.`}
          removed="Channel removed"
          onClose={close}
        />
      ) : null}
    </div>
  );
}
