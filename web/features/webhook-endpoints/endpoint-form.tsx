import { useRef, useState } from 'react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import {
  WEBHOOK_URL_MAX,
  type WebhookEndpoint,
  webhookEndpointRoutes,
} from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { type WebhookKind, webhookKindsOf } from '#contract/webhook-endpoints/webhook-kinds.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import type { FreshSecret } from './endpoint-secret.tsx';
import { EventChoices } from './event-choices.tsx';

interface EndpointFormProps {
  whose: MemberRole;
  /** The endpoint to edit; null for a new one. */
  endpoint: WebhookEndpoint | null;
  onClose: () => void;
  onSecret: (secret: FreshSecret) => void;
}

/** State of the form: input, errors and saving. */
function useEndpointForm({ whose, endpoint, onClose, onSecret }: EndpointFormProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [kinds, setKinds] = useState<WebhookKind[]>(
    webhookKindsOf(whose).filter((kind) => endpoint?.kinds.includes(kind)),
  );
  const [refusal, setRefusal] = useState<{ url?: string; kinds?: string }>({});
  const addressField = useRef<HTMLInputElement>(null);
  const eventsField = useRef<HTMLFieldSetElement>(null);
  /**
   * Shows the errors and focuses the first faulty field, because on a phone the other end of the form is out
   * of sight.
   */
  const show = (wrong: { url?: string; kinds?: string }) => {
    setRefusal(wrong);
    (wrong.url ? addressField : eventsField).current?.focus();
  };
  const refuse = (error: ApiError) => {
    const fields = error.problem.fields ?? [];
    const ofKinds = fields.find(({ field }) => field.startsWith('kinds'));
    const ofUrl = fields.find(({ field }) => field === 'url');
    if (ofKinds) show({ kinds: ofKinds.message });
    else if (ofUrl) show({ url: ofUrl.message });
    else if (error.code === 'webhook_endpoint_exists') show({ url: error.message });
    else toast.error(error.title, error.message, { id: 'webhooks' });
  };
  const create = useAction(webhookEndpointRoutes.createWebhookEndpoint, {
    success: ({ secret }, { body }) => onSecret({ secret, url: body.url, isNew: true }),
    error: refuse,
  });
  const change = useAction(webhookEndpointRoutes.changeWebhookEndpoint, {
    success: () => {
      toast.success('Saved', 'It counts from the next event on.', { id: 'webhooks' });
      onClose();
    },
    error: refuse,
  });
  const busy = create.isPending || change.isPending;
  const submit = () => {
    const wrong = {
      ...(url.trim() === '' && { url: 'Enter the address of your server.' }),
      ...(kinds.length === 0 && { kinds: 'Choose at least one event.' }),
    };
    if (Object.keys(wrong).length > 0) return show(wrong);
    setRefusal({});
    const body = { url: url.trim(), kinds };
    if (endpoint) change.mutate({ params: { id: endpoint.id }, body });
    else create.mutate({ body });
  };
  return { url, setUrl, kinds, setKinds, refusal, submit, busy, addressField, eventsField };
}

export function EndpointForm(props: EndpointFormProps) {
  const { whose, endpoint, onClose } = props;
  const form = useEndpointForm(props);
  return (
    <FormDialog
      wide
      title={endpoint ? 'Edit endpoint' : 'Add an endpoint'}
      submitText={endpoint ? 'Save' : 'Add endpoint'}
      busy={form.busy && 'Saving...'}
      staysWhileBusy
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Field
        label="Address"
        hint="Use https on port 443 or 8443. It must answer 2xx within ten seconds."
        error={form.refusal.url}
      >
        <TextInput
          ref={form.addressField}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://example.com/permille"
          maxLength={WEBHOOK_URL_MAX}
          value={form.url}
          onChange={(event) => form.setUrl(event.target.value)}
        />
      </Field>
      <EventChoices
        whose={whose}
        chosen={form.kinds}
        error={form.refusal.kinds}
        focusRef={form.eventsField}
        onChange={form.setKinds}
      />
    </FormDialog>
  );
}
