import { CARD_DAYS, CARD_DECISIONS_MIN } from '#contract/limits.ts';
import type { HostRecord } from '#contract/listings/listings.ts';
import { rejectReasons } from '#contract/submissions/reject-reasons.ts';
import { Panel } from '#web/ui/pages/panel.tsx';
import { decidesIn, wholePercent } from './listing-labels.ts';

/** Shows the host's decision record. A figure without data is shown as unknown, never as 0. */
export function HostCard({ host }: { host: HostRecord }) {
  const { rejections, holds } = host;
  const rows = [
    ['Median time to decide', decidesIn(host.medianHoursToDecide)],
    ['Approved of decided clips', wholePercent(host.approvedShare)],
    ['Budgets paid out', wholePercent(host.paidShare)],
    ['Rejections overturned', rejections && `${rejections.overturned} of ${rejections.all}`],
    ['Holds overturned', holds && `${holds.overturned} of ${holds.appealed}`],
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
      <RejectReasons reasons={host.rejectReasons} />
      <p className="mt-3.5 text-muted text-xs">
        Last {CARD_DAYS} days. Shown after {CARD_DECISIONS_MIN} decisions; budgets include listings that ended
        or ran 2+ weeks.
      </p>
    </Panel>
  );
}

function RejectReasons({ reasons }: { reasons: HostRecord['rejectReasons'] }) {
  if (reasons.length === 0) return null;
  return (
    <section aria-label="Why clips were rejected" className="mt-3.5 border-line border-t pt-3.5">
      <h3 className="label mb-2">Rejected for</h3>
      <ul className="grid gap-1.5 text-sm">
        {reasons.map(({ reason, clips }) => (
          <li key={reason} className="flex justify-between gap-4">
            <span>{rejectReasons[reason].label}</span>
            <span className="text-muted">{clips === 1 ? '1 clip' : `${clips} clips`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
