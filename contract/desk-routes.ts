import { adminRoutes } from './admin.ts';
import { agreementRoutes } from './agreements.ts';
import { debtRoutes } from './debts.ts';
import { externalStatementRoutes } from './external-statements.ts';
import { ledgerRoutes } from './ledger.ts';
import { payoutDeskRoutes } from './payout-desk.ts';
import { payoutTraceRoutes } from './payout-trace.ts';
import { proofDeskRoutes } from './proof-desk.ts';
import { scoreRuleRoutes } from './score-rules.ts';
import { suspenseRoutes } from './suspense.ts';

/** The calls of the admin panel alone, by name; apart, so that nobody else loads their schemas. */
export const deskRoutes = {
  ...adminRoutes,
  ...agreementRoutes,
  ...debtRoutes,
  ...externalStatementRoutes,
  ...ledgerRoutes,
  ...payoutDeskRoutes,
  ...payoutTraceRoutes,
  ...proofDeskRoutes,
  ...scoreRuleRoutes,
  ...suspenseRoutes,
};
