import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { AUDIT_STAKE } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import type { ProofTier } from '#contract/scoring/proof-tiers.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { ProofTiersDialog } from './proof-tiers-dialog.tsx';

/** Shows how much is paid out for views without proof, and changes it. */
export function ProofTiers() {
  const found = useRead(adminRoutes.proofTiers, {});
  const [changing, setChanging] = useState<ProofTier[]>();
  return (
    <section aria-label="Payments without proof" className="border-line border-t p-4.5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="label">Payments without proof</h2>
        {found.data ? (
          <Button size="sm" onClick={() => setChanging(found.data.tiers)}>
            Change limits
          </Button>
        ) : null}
      </div>
      <p className="mb-2 text-muted text-sm">
        Views are proven by analytics that look like people, by a passed audit or by a review. Money for other
        views is paid out up to these limits; the rest waits for proof. Above the first row a limit is at most
        what the clipper’s proven clips earned, and “No limit” begins once they earned the largest one. The
        probability of an audit grows with the money.
      </p>
      <QueryState of={found} failed="The limits did not load." loading={<Skeleton className="h-9 w-full" />}>
        {({ tiers }) => (
          <ul className="border-line border-t">
            {tiers.map((tier, i) => (
              <li
                key={tier.provenClips}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2.5"
              >
                <span>{clipsText(tier, tiers[i + 1])}</span>
                <span className="text-muted text-sm">
                  <b className="font-semibold text-ink">
                    {tier.limitMicros === null ? 'No limit' : formatUsd(tier.limitMicros)}
                  </b>
                  , audits: {tier.auditPercent}% per {formatUsd(AUDIT_STAKE)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {changing ? <ProofTiersDialog tiers={changing} onClose={() => setChanging(undefined)} /> : null}
    </section>
  );
}

function clipsText({ provenClips }: ProofTier, next: ProofTier | undefined): string {
  const to = next ? ` to ${formatCount(next.provenClips - 1)}` : ' and more';
  return `${formatCount(provenClips)}${next && next.provenClips - 1 === provenClips ? '' : to} proven clips`;
}
