import { useQuery } from '@tanstack/react-query';
import { Badge } from '#web/ui/badge.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** Whether the server says that it can do its work: database, queues and what they need. */
function useReady() {
  return useQuery({
    queryKey: ['readiness'],
    queryFn: async () => (await fetch('/readyz')).ok,
    // Who reads this page got it from the server, so it stands until the server says otherwise.
    initialData: true,
    initialDataUpdatedAt: 0,
    retry: false,
  });
}

/** How the platform stands now; both services live and fall with the same server. */
export function PlatformStatus() {
  const { data, isError } = useReady();
  const service =
    data && !isError ? <Badge tone="green">Operational</Badge> : <Badge tone="red">Not answering</Badge>;
  const rows = [
    { name: 'Platform Services', state: service },
    { name: 'Payment Processing', state: service },
    { name: 'New Features', state: <Badge tone="blue">In Development</Badge> },
  ];
  return (
    <Panel title="Platform status" flush>
      <dl className="divide-y divide-line px-4.5 max-md:px-4">
        {rows.map((row) => (
          <div key={row.name} className="flex items-center justify-between gap-4 py-3">
            <dt>{row.name}</dt>
            <dd>{row.state}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
