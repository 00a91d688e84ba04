import type { MemberRole } from '#contract/accounts/accounts.ts';
import type { AccountId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros } from '#contract/money.ts';
import type { Database } from '#server/infra/transaction.ts';
import { clipperOverview, hostOverview } from '#server/modules/earnings/earnings.ts';
import type { Answer } from './answer.ts';

/** Shows the same figures as the person's own pages. */
export async function answerBalance(
  db: Database,
  { accountId, role }: { accountId: AccountId; role: MemberRole },
  appUrl: string,
  now: Date,
): Promise<Answer> {
  if (role === 'host') {
    const { balanceMicros, freeMicros, reservedMicros, clipsToDecide } = await hostOverview(
      db,
      accountId,
      now,
    );
    return lines(
      [
        ['Balance', balanceMicros],
        ['Free in listings', freeMicros],
        ['Reserved for clips', reservedMicros],
      ],
      `${clipsToDecide} ${clipsToDecide === 1 ? 'clip waits' : 'clips wait'} for you: ${appUrl}/host/submissions`,
    );
  }
  const { figures } = await clipperOverview(db, accountId, now);
  return lines(
    [
      ['Available', figures.availableMicros],
      ['Pending', figures.pendingMicros],
      ['On its way', figures.onItsWayMicros],
      ['Paid out', figures.paidOutMicros],
    ],
    `Withdraw on ${appUrl}/clipper/earnings`,
  );
}

const lines = (figures: [string, Micros][], last: string): Answer => ({
  content: [...figures.map(([name, amount]) => `**${name}** ${formatUsd(amount)}`), last].join('\n'),
});
