import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatDecimal, formatUsd, type Micros, parseUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

/** Shows the price of bought views that hosts read beside their expected loss, and changes it. */
export function MarketPrice() {
  const found = useRead(adminRoutes.marketPrice, {});
  const [isChanging, setIsChanging] = useState(false);
  return (
    <section aria-label="Price of bought views" className="border-line border-t p-4.5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="label">Price of bought views</h2>
        {found.data ? (
          <Button size="sm" onClick={() => setIsChanging(true)}>
            Change price
          </Button>
        ) : null}
      </div>
      <QueryState of={found} failed="The price did not load." loading={<Skeleton className="h-5 w-full" />}>
        {({ priceMicros }) => (
          <p className="text-muted text-sm">
            {priceMicros === null
              ? 'No price is set, so the promise to hosts shows none.'
              : `1,000 bought views cost about ${formatUsd(priceMicros)}. The promise to hosts shows it.`}
          </p>
        )}
      </QueryState>
      {found.data && isChanging ? (
        <PriceDialog before={found.data.priceMicros} onClose={() => setIsChanging(false)} />
      ) : null}
    </section>
  );
}

function PriceDialog({ before, onClose }: { before: Micros | null; onClose: () => void }) {
  const [typed, setTyped] = useState(before === null ? '' : formatDecimal(before));
  const [isTried, setIsTried] = useState(false);
  const save = useAction(adminRoutes.changeMarketPrice, {
    success: () => {
      toast.success('Price saved');
      onClose();
    },
  });
  const price = typed.trim() === '' ? null : parseUsd(typed);
  const isRead = typed.trim() === '' || (price !== null && price > 0n);
  return (
    <AskDialog
      title="Change price"
      description="What 1,000 bought views cost on the market, as you find it. Leave it empty to show none."
      label="Note"
      missing="Enter why it is changed: it is recorded in the audit log."
      hint={null}
      confirmText="Save price"
      busy={save.isPending && 'Saving...'}
      onConfirm={(note) => {
        if (isRead) save.mutate({ body: { priceMicros: price, note } });
        else setIsTried(true);
      }}
      onClose={onClose}
    >
      <Field
        label="Price of 1,000 bought views"
        error={isTried && !isRead ? 'Enter an amount such as 0.76, or nothing.' : undefined}
      >
        <MoneyInput value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </AskDialog>
  );
}
