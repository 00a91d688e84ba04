import type { Ref } from 'react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { type WebhookKind, webhookKinds, webhookKindsOf } from '#contract/webhook-endpoints/webhook-kinds.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { kindGroups } from './endpoint-texts.ts';

interface EventChoicesProps {
  whose: MemberRole;
  chosen: readonly WebhookKind[];
  error: string | undefined;
  /** Receives the focus if the choice is invalid. */
  focusRef: Ref<HTMLFieldSetElement>;
  onChange: (chosen: WebhookKind[]) => void;
}

/** Lists all events, each with a sentence about when it is sent. */
export function EventChoices({ whose, chosen, error, focusRef, onChange }: EventChoicesProps) {
  const all = webhookKindsOf(whose);
  const hasAll = chosen.length === all.length;
  const toggle = (kind: WebhookKind, on: boolean) =>
    onChange(all.filter((one) => (one === kind ? on : chosen.includes(one))));
  return (
    <fieldset
      ref={focusRef}
      tabIndex={-1}
      aria-label="Events"
      className="flex min-w-0 scroll-mt-4 flex-col gap-3 outline-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <b className="font-semibold text-sm">Events</b>
        <Button size="sm" variant="quiet" onClick={() => onChange(hasAll ? [] : all)}>
          {hasAll ? 'Choose none' : 'Choose all'}
        </Button>
      </div>
      {error ? <FieldError>{error}</FieldError> : null}
      {kindGroups(whose).map(({ name, kinds }) => (
        <fieldset key={name} className="min-w-0">
          <legend className="mb-2 font-semibold text-muted text-xs">{name}</legend>
          <div className="flex flex-col gap-2.5">
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                label={<span className="mono wrap-anywhere">{kind}</span>}
                hint={webhookKinds[kind].meaning}
                checked={chosen.includes(kind)}
                onChange={(event) => toggle(kind, event.target.checked)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
