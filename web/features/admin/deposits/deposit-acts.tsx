import type { AdminDepositShown } from '#contract/admin/admin-deposits.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { ActButton } from '../act-dialog.tsx';
import type { Act } from '../object-page.tsx';
import {
  ConfirmDepositDialog,
  DepositDialog,
  type ReasonedAct,
  RefundPaidDialog,
} from './deposit-dialogs.tsx';

const isAwaited = ({ rail, state }: AdminDepositShown) => rail === 'bank' && state === 'created';
const isRefundAsked = ({ refundState }: AdminDepositShown) => refundState === 'requested';
const isRefundSent = ({ refundState, rail }: AdminDepositShown) =>
  refundState === 'refunding' && rail === 'bank';

/** A banned host can't sign in, so only an admin can request the refund. */
const canRefundOnBehalf = ({ isHostBanned, state, frozen, unspentMicros, refundState }: AdminDepositShown) =>
  isHostBanned &&
  state === 'confirmed' &&
  !frozen &&
  unspentMicros > 0n &&
  refundState !== 'requested' &&
  refundState !== 'refunding';

const withReason = (act: ReasonedAct) => (deposit: AdminDepositShown, close: () => void) => (
  <DepositDialog deposit={deposit} act={act} onClose={close} />
);

/** An admin's acts on a deposit and its refund. */
export const depositActs: readonly Act<AdminDepositShown>[] = [
  { text: 'Decline', variant: 'danger', may: isAwaited, dialog: withReason('decline') },
  {
    text: 'Confirm',
    amount: ({ amountMicros }) => amountMicros,
    may: isAwaited,
    dialog: (deposit, close) => <ConfirmDepositDialog deposit={deposit} onClose={close} />,
  },
  { text: 'Decline refund', variant: 'danger', may: isRefundAsked, dialog: withReason('decline-refund') },
  {
    text: 'Agree',
    label: ({ hostUsername }) => `Agree to the refund of @${hostUsername}`,
    may: isRefundAsked,
    button: ({ refundId }, label) => (
      <ActButton
        route={adminRoutes.agreeRefund}
        input={{ params: { id: refundId ?? '' } }}
        label={label}
        busy="Agreeing..."
        done={({ amountMicros }) => ['Refund agreed', `${formatUsd(amountMicros)} goes back.`]}
      >
        Agree
      </ActButton>
    ),
  },
  { text: 'Refund failed', variant: 'danger', may: isRefundSent, dialog: withReason('refund-failed') },
  {
    text: 'Refund paid',
    may: isRefundSent,
    dialog: (deposit, close) => <RefundPaidDialog deposit={deposit} onClose={close} />,
  },
  {
    text: 'Release earnings',
    amount: ({ waitingEarningsMicros }) => waitingEarningsMicros,
    may: ({ state, waitingEarningsMicros }) => state === 'charged_back' && waitingEarningsMicros !== null,
    dialog: withReason('release-earnings'),
  },
  {
    text: 'Refund',
    amount: ({ unspentMicros }) => unspentMicros,
    may: canRefundOnBehalf,
    dialog: withReason('refund'),
  },
  { text: 'Lift freeze', may: ({ frozen }) => frozen, dialog: withReason('lift') },
];
