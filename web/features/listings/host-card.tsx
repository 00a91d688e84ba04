import type { HostReliability } from '#contract/listings.ts';
import { Panel } from '#web/ui/panel.tsx';
import { decidesIn } from './listing-words.ts';

/** How this host treats clips; what is not known is said, never shown as 0. */
export function HostCard({ host }: { host: HostReliability }) {
  const rows = [
    ['Median time to decide', decidesIn(host.medianHoursToDecide)],
    ['Approved', host.approvedShare === null ? null : `${Math.round(host.approvedShare * 100)}%`],
    ['Rejections overturned', host.rejections && `${host.rejections.overturned} of ${host.rejections.all}`],
  ] as const;
  return (
    <Panel title="Host reliability" className="self-start">
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-3">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right">
              {value === null ? (
                <span className="text-muted">No data</span>
              ) : (
                <span className="num text-lg">{value}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
