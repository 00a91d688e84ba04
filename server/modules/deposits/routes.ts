import { depositRoutes } from '#contract/deposits.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implementOnce } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { balanceOf, host } from '#server/modules/ledger/ledger.ts';
import { hostTransactionsColumns } from './columns.ts';
import { confirmTestCard } from './confirm.ts';
import { hostTransactions } from './queries.ts';
import { isDepositAmount } from './rules.ts';

export function mountDepositRoutes(api: Api, { demo }: { demo: boolean }): void {
  implementOnce(api, depositRoutes.depositByTestCard, async ({ body, actor, now }, tx) => {
    if (!demo) return refuse('test_card_off');
    if (!isDepositAmount(body.amountMicros)) return refuse('deposit_amount', { field: 'amountMicros' });
    const id = await confirmTestCard(tx, { hostId: actor.userId, amountMicros: body.amountMicros, now });
    return { id, balanceMicros: await balanceOf(tx, host(actor.userId)) };
  });

  implementTable(
    api,
    depositRoutes.hostTransactions,
    depositRoutes.hostTransactionsCsv,
    hostTransactionsColumns,
    ({ query, actor }) => hostTransactions(api.db, actor.userId, query.cursor),
  );
}
