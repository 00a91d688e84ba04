import {
  Compass,
  FileVideo,
  Gauge,
  HandCoins,
  Inbox,
  type LucideIcon,
  PartyPopper,
  ReceiptText,
  Send,
} from 'lucide-react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { DECISION_HOURS, UNDO_SECONDS, WITHDRAWAL_MIN } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { FORMATS, PENDING_HOURS } from '#contract/platforms/platform-texts.ts';
import type { StepName } from './flow.ts';

interface Lesson {
  Icon: LucideIcon;
  title: string;
  text: string;
  /** A small calculation as an example; the last line is its result. */
  sum: readonly (readonly [name: string, value: string])[];
}

/** Texts of each step except the username step, which has a form. */
export const lessons: Record<MemberRole, Partial<Record<StepName, Lesson>>> = {
  host: {
    welcome: {
      Icon: Gauge,
      title: 'Welcome to Permille',
      text: 'You fund clip listings and pay only for verified views. A few short steps show how.',
      sum: [
        ['Verified views', '15,000'],
        ['Your rate per 1,000', '$2.00'],
        ['You pay', '$30.00'],
      ],
    },
    'create-listing': {
      Icon: FileVideo,
      title: 'Create a listing',
      text: 'Say what to clip, attach a source video, choose platforms, a rate and a budget. The budget leaves your balance when you post.',
      sum: [
        ['Budget', '$300.00'],
        ['Rate per 1,000', '$2.00'],
        ['Pays for', '150,000 views'],
      ],
    },
    submissions: {
      Icon: Inbox,
      title: 'Review submissions',
      text: 'Each clip arrives with its views and the evidence behind them. Approve it, or reject it with a reason.',
      sum: [
        ['Time to decide', `${DECISION_HOURS} h`],
        ['Time to undo', `${UNDO_SECONDS} s`],
      ],
    },
    budget: {
      Icon: HandCoins,
      title: 'Watch your budget',
      text: 'You never pay more than the budget. Every listing shows what is spent, reserved and free; what is left when it settles returns to your balance.',
      sum: [
        ['Spent and reserved', '$214.00'],
        ['Free', '$86.00'],
        ['Budget', '$300.00'],
      ],
    },
    complete: {
      Icon: PartyPopper,
      title: 'You are set up',
      text: 'Connect the account that your videos come from, here or later in Settings. Then add funds and post your first listing. Everything you saw here is in the menu.',
      sum: [],
    },
  },
  clipper: {
    welcome: {
      Icon: Gauge,
      title: 'Welcome to Permille',
      text: 'You cut clips, post them, and are paid for every 1,000 verified views. A few short steps show how.',
      sum: [
        ['Verified views', '15,000'],
        ['Rate per 1,000', '$2.00'],
        ['You earn', '$30.00'],
      ],
    },
    explore: {
      Icon: Compass,
      title: 'Explore listings',
      text: 'Each listing shows its rate, its rules and the budget that is still free. Pick one and download the source video.',
      sum: [
        ['Rate per 1,000', '$2.00'],
        ['Free budget', '$86.00'],
        ['Pays for', '43,000 views'],
      ],
    },
    submit: {
      Icon: Send,
      title: 'Submit your clip',
      text: `Post it on ${FORMATS}, then paste the link. The rules are checked before you submit.`,
      sum: [
        ['Typically reviewed within', `${DECISION_HOURS} h, or as the listing says`],
        ['Platform fee', '0%'],
      ],
    },
    earnings: {
      Icon: ReceiptText,
      title: 'See every cent',
      text: 'Views are verified over time. What they earn is pending while they are checked, then yours to withdraw. Each clip has a receipt.',
      sum: [
        ['Pending for', `${PENDING_HOURS.tiktok} h, Instagram ${PENDING_HOURS.instagram} h`],
        ['Withdraw from', formatUsd(WITHDRAWAL_MIN)],
      ],
    },
    complete: {
      Icon: PartyPopper,
      title: 'You are set up',
      text: 'Connect the account you post with, here or later in Settings. Then pick your first listing. Everything you saw here is in the menu.',
      sum: [],
    },
  },
};

/** Shows a lesson's text on the left and its example on the right. */
export function LessonView({ lesson: { Icon, text, sum } }: { lesson: Lesson }) {
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_15rem]">
      <p className="text-md text-muted leading-[1.5]">{text}</p>
      <div className="flex min-h-44 flex-col justify-between gap-4 rounded-panel border border-well-line bg-well p-4 text-well-ink">
        <Icon aria-hidden className="size-6 stroke-[1.5] text-well-muted" />
        {sum.length > 0 ? <Sum lines={sum} /> : null}
      </div>
    </div>
  );
}

function Sum({ lines }: { lines: Lesson['sum'] }) {
  return (
    <dl className="flex flex-col gap-2">
      {lines.map(([name, value], at) => (
        <div
          key={name}
          className="group/line flex items-baseline justify-between gap-3 last:border-well-line last:border-t last:pt-2.5"
        >
          <dt className="text-sm text-well-muted">{name}</dt>
          <dd className={at === lines.length - 1 ? 'num text-xl' : 'font-semibold'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
