import { Ellipsis } from 'lucide-react';
import type { WebhookEndpoint } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { Menu } from '#web/ui/dialogs/menu.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { useEndpointSwitches } from './use-endpoint-switches.ts';

interface EndpointMenuProps {
  endpoint: Pick<WebhookEndpoint, 'id' | 'state'>;
  /** Name by which people know the endpoint. */
  name: string;
  /** Names the server that answers a test. */
  answers: string;
  onEdit: () => void;
  onLog: () => void;
  onRemove: () => void;
  /** Actions that only some endpoints have. */
  more?: { label: string; onPress: () => void }[];
}

/** The actions on an endpoint. */
export function EndpointMenu({
  endpoint,
  name,
  answers,
  onEdit,
  onLog,
  onRemove,
  more = [],
}: EndpointMenuProps) {
  const { id, state } = endpoint;
  const { test, disable, enable } = useEndpointSwitches(id, { answers, onLog });
  return (
    <span className="flex gap-1.5">
      <Button size="sm" aria-label={`Log of ${name}`} onClick={onLog}>
        Log
      </Button>
      <Menu
        trigger={
          <Button size="sm" square variant="quiet" aria-label={`More for ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          { label: 'Send test', onPress: test, disabled: state === 'disabled' },
          { label: 'Edit', onPress: onEdit },
          ...more,
          state === 'enabled'
            ? { label: 'Turn off', onPress: disable }
            : { label: 'Turn on', onPress: enable },
          { label: 'Remove', danger: true, onPress: onRemove },
        ]}
      />
    </span>
  );
}
