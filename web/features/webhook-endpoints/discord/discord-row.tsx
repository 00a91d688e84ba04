import type { DiscordWebhook } from '#contract/webhook-endpoints/discord-webhooks.ts';
import { EndpointCondition } from '../endpoint-condition.tsx';
import { EndpointMenu } from '../endpoint-menu.tsx';
import { discordOffText } from '../endpoint-texts.ts';

interface DiscordRowProps {
  channel: DiscordWebhook;
  onEdit: () => void;
  onLog: () => void;
  onRemove: () => void;
}

/** Shows one channel with its name, its state and its actions. */
export const DiscordRow = ({ channel, ...acts }: DiscordRowProps) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 flex-1 basis-52">
      <b className="block font-semibold wrap-anywhere">{channel.name}</b>
      <EndpointCondition endpoint={channel} offText={discordOffText} />
    </div>
    <EndpointMenu endpoint={channel} name={channel.name} answers="Discord" {...acts} />
  </li>
);
