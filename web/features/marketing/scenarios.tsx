import { formatRate, formatUsd } from '#contract/money.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { earnedUsd } from './formula.ts';
import { budgetScenarios, clipScenarios, viewsFor } from './pricing-content.ts';

/** A table of one clip's earnings per row, by the ledger's formula. */
export function ClipScenarios() {
  return (
    <Bills
      caption="Example scenarios for clippers"
      heads={['Example', 'Verified views', 'Rate', 'You earn']}
      rows={clipScenarios.map(({ name, views, rateCentsPerMille }) => [
        name,
        formatCount(views),
        formatRate(rateCentsPerMille),
        earnedUsd(views, rateCentsPerMille),
      ])}
    />
  );
}

/** A table of the views that budgets buy. */
export function BudgetScenarios() {
  return (
    <Bills
      caption="Example scenarios for hosts"
      heads={['Example', 'Budget', 'Rate', 'Views paid']}
      rows={budgetScenarios.map(({ name, budgetMicros, rateCentsPerMille }) => [
        name,
        formatUsd(budgetMicros),
        formatRate(rateCentsPerMille),
        formatCount(viewsFor(budgetMicros, rateCentsPerMille)),
      ])}
    />
  );
}

interface BillsProps {
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}

function Bills({ caption, heads, rows }: BillsProps) {
  return (
    <div className="rounded-panel border border-line bg-surface px-6 max-md:px-3.5">
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-muted text-xs">
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className="py-3 pl-3 text-right font-medium first:pl-0 first:text-left"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-4 text-left font-semibold max-md:text-sm">
                {name}
              </th>
              {figures.map((figure) => (
                <td
                  key={figure}
                  className="num py-4 pl-3 text-right text-lg last:text-xl max-md:text-md max-md:last:text-lg"
                >
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
