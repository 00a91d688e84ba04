import { momentText } from '#contract/dates.ts';
import { formatUsd, micros } from '#contract/money.ts';
import type { Place, Statement } from './statements.ts';

type Claim = Omit<Statement, 'where'>;

/** Finds the facts that the sentences of notices and mails state, with the links that name their subjects. */
function ofText(text: string, link: string): Claim[] {
  const [, clip] = /\/clips\/([0-9a-f-]{36})/.exec(link) ?? [];
  const [, by] =
    /decides? on (?:it|your clip|a clip for “[^”]+”) by (\w{3} \d+ \w{3}, \d\d:\d\d UTC)\./.exec(text) ?? [];
  const [, amount, reference] = /^(\$[\d.,]+) went to .* Reference: (\S+)$/m.exec(text) ?? [];
  return [
    ...(clip && by ? [{ subject: `clip ${clip}`, fact: 'decideByText', value: by }] : []),
    ...(reference ? [{ subject: `reference ${reference}`, fact: 'amountText', value: amount }] : []),
  ];
}

const ofNotices: Place['read'] = ({ rows }) =>
  rows.flatMap(({ body, link }: { body: string; link: string }) => ofText(body, link));
const deadlines: Place['read'] = ({ rows }) =>
  rows
    .filter(({ status }: { status: string }) => status === 'pending')
    .map(({ id, decideBy }: { id: string; decideBy: string }) => ({
      subject: `clip ${id}`,
      fact: 'decideByText',
      value: momentText(decideBy),
    }));

/** Notices in the app and mails, compared with the rows that they are about. */
export const notices: Place[] = [
  { as: 'clipper', url: '/api/notifications', read: ofNotices },
  { as: 'host', url: '/api/notifications', read: ofNotices },
  {
    as: 'visitor',
    url: '/dev/outbox',
    read: (mails) => mails.flatMap(({ text }: { text: string }) => ofText(text, text)),
  },
  { as: 'clipper', url: '/api/clipper/submissions', read: deadlines },
  { as: 'host', url: '/api/host/submissions', read: deadlines },
  {
    as: 'clipper',
    url: '/api/clipper/payouts',
    read: ({ rows }) =>
      rows
        .filter(({ reference }: { reference: string | null }) => reference)
        .map(({ reference, amountMicros }: { reference: string; amountMicros: string }) => ({
          subject: `reference ${reference}`,
          fact: 'amountText',
          value: formatUsd(micros(amountMicros)),
        })),
  },
];
