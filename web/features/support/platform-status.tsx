import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { isFault } from '#web/api/client.ts';
import { HEARTBEAT_MS, live } from '#web/api/live.ts';
import { useRead } from '#web/api/query.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';

/** No event reports the status, so it is polled at the same interval even if an event stream is open. */
const polling = { ...live(HEARTBEAT_MS), refetchInterval: HEARTBEAT_MS };

/** Shows the state of the platform, which the server determines by its checks. */
export function PlatformStatus() {
  const { data, isFetching, isPaused, failureReason } = useRead(routes.status, {}, polling);
  const stateOf = (notices: string[] | undefined): ReactNode => {
    if (failureReason && isFault(failureReason)) return <Badge tone="red">Not answering</Badge>;
    if (!data && isFetching) return <Badge tone="grey">Checking</Badge>;
    // If the device is offline or the read is temporarily refused, the last status may be outdated.
    if (!data || isPaused || failureReason) return <Badge tone="grey">Unknown</Badge>;
    return notices?.length ? <Badge tone="yellow">Degraded</Badge> : <Badge tone="green">Operational</Badge>;
  };
  const rows = [
    { name: 'Platform Services', state: stateOf(data?.services), notices: data?.services },
    { name: 'Payment Processing', state: stateOf(data?.payments), notices: data?.payments },
    { name: 'New Features', state: <Badge tone="blue">In Development</Badge> },
  ];
  return (
    <Panel title="Platform status" flush>
      <dl className="divide-y divide-line px-4.5 max-md:px-4">
        {rows.map(({ name, state, notices = [] }) => (
          <div key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-3">
            <dt>{name}</dt>
            <dd>{state}</dd>
            {notices.map((sentence) => (
              <dd key={sentence} className="basis-full text-muted text-sm">
                {sentence}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Panel>
  );
}
