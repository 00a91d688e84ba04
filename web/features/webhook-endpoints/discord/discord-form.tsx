import { useRef, useState } from 'react';
import {
  DISCORD_NAME_MAX,
  type DiscordKind,
  type DiscordWebhook,
  discordKindNames,
  discordKinds,
  discordWebhookRoutes,
} from '#contract/webhook-endpoints/discord-webhooks.ts';
import { WEBHOOK_URL_MAX } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field, FieldError } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

interface DiscordFormProps {
  /** The channel to edit; null for a new one. */
  channel: DiscordWebhook | null;
  onClose: () => void;
}

interface Wrong {
  name?: string | undefined;
  url?: string | undefined;
  kinds?: string | undefined;
}

const labels: Record<DiscordKind, string> = {
  'listing.posted': 'New listings',
  'listing.topped_up': 'Added budget',
  'leaderboard.weekly': 'Leaderboard',
};

/** State of the form: input, errors and saving. */
function useDiscordForm({ channel, onClose }: DiscordFormProps) {
  const [name, setName] = useState(channel?.name ?? '');
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState<DiscordKind[]>(
    discordKindNames.filter((kind) => !channel || channel.kinds.includes(kind)),
  );
  const [wrong, setWrong] = useState<Wrong>({});
  const nameField = useRef<HTMLInputElement>(null);
  const addressField = useRef<HTMLInputElement>(null);
  const show = (now: Wrong) => {
    setWrong(now);
    (now.name ? nameField : addressField).current?.focus();
  };
  const refuse = (error: ApiError) => {
    const of = (field: string) => error.problem.fields?.find((one) => one.field.startsWith(field))?.message;
    const now = { name: of('name'), url: of('url'), kinds: of('kinds') };
    if (now.name || now.url || now.kinds) show(now);
    else if (error.code === 'webhook_endpoint_exists') show({ url: error.message });
    else toast.error(error.title, error.message, { id: 'webhooks' });
  };
  const saved = (title: string, text: string) => () => {
    toast.success(title, text, { id: 'webhooks' });
    onClose();
  };
  const add = useAction(discordWebhookRoutes.addDiscordWebhook, {
    success: saved('Channel added', 'A first message is posted there now.'),
    error: refuse,
  });
  const change = useAction(discordWebhookRoutes.changeDiscordWebhook, {
    success: saved('Saved', 'It counts from the next event on.'),
    error: refuse,
  });
  const busy = add.isPending || change.isPending;
  const submit = () => {
    const address = url.trim();
    const now: Wrong = {
      ...(name.trim() === '' && { name: 'Give the channel a name.' }),
      ...(address === '' && !channel && { url: 'Paste the address of the webhook.' }),
      ...(kinds.length === 0 && { kinds: 'Choose at least one.' }),
    };
    if (Object.keys(now).length > 0) return show(now);
    setWrong({});
    const body = { name: name.trim(), kinds };
    if (channel) change.mutate({ params: { id: channel.id }, body: { ...body, url: address || null } });
    else add.mutate({ body: { ...body, url: address } });
  };
  const toggle = (kind: DiscordKind, on: boolean) =>
    setKinds(discordKindNames.filter((one) => (one === kind ? on : kinds.includes(one))));
  return { name, setName, url, setUrl, kinds, toggle, wrong, busy, submit, nameField, addressField };
}

export function DiscordForm(props: DiscordFormProps) {
  const { channel, onClose } = props;
  const form = useDiscordForm(props);
  return (
    <FormDialog
      wide
      title={channel ? 'Edit channel' : 'Add a channel'}
      submitText={channel ? 'Save' : 'Add channel'}
      busy={form.busy && 'Saving...'}
      staysWhileBusy
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Field label="Name" hint="As you call it here, like #new-listings." error={form.wrong.name}>
        <TextInput
          ref={form.nameField}
          autoComplete="off"
          maxLength={DISCORD_NAME_MAX}
          value={form.name}
          onChange={(event) => form.setName(event.target.value)}
        />
      </Field>
      <Field
        label={channel ? 'New webhook address' : 'Webhook address'}
        hint={
          channel
            ? 'Leave empty to keep the current one. It is stored encrypted and never shown.'
            : 'In Discord: server settings, Integrations, Webhooks, Copy Webhook URL. It is stored encrypted.'
        }
        error={form.wrong.url}
      >
        <TextInput
          ref={form.addressField}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://discord.com/api/webhooks/…"
          maxLength={WEBHOOK_URL_MAX}
          value={form.url}
          onChange={(event) => form.setUrl(event.target.value)}
        />
      </Field>
      <fieldset className="flex min-w-0 flex-col gap-2.5">
        <legend className="mb-2.5 font-semibold text-sm">What is posted</legend>
        {form.wrong.kinds ? <FieldError>{form.wrong.kinds}</FieldError> : null}
        {discordKindNames.map((kind) => (
          <Checkbox
            key={kind}
            label={labels[kind]}
            hint={discordKinds[kind]}
            checked={form.kinds.includes(kind)}
            onChange={(event) => form.toggle(kind, event.target.checked)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
