import type { ReactNode } from 'react';
import type { RecordVerdict, verifiedRecordRoutes } from '#contract/verified-records.ts';
import type { ReplyOf } from '#web/api/client.ts';
import { Note, type NoteTone } from '#web/ui/pages/note.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';

const verdicts: Record<RecordVerdict, { tone: NoteTone; title: string; meaning: string }> = {
  valid: {
    tone: 'ok',
    title: 'Valid.',
    meaning: 'Permille signed this, nothing was changed, and the clipper still shares it.',
  },
  expired: {
    tone: 'warning',
    title: 'Expired.',
    meaning: 'Permille signed this, but it has expired. Ask for a new one.',
  },
  revoked: {
    tone: 'error',
    title: 'Revoked.',
    meaning: 'Permille signed this, but it is no longer shared.',
  },
  altered: {
    tone: 'error',
    title: 'Altered.',
    meaning: 'It was changed after it was signed, or someone else signed it. Do not rely on it.',
  },
  unknown_key: {
    tone: 'error',
    title: 'Unknown key.',
    meaning: 'This site did not sign it.',
  },
  unreadable: {
    tone: 'error',
    title: 'Not a record.',
    meaning: 'This text is not a record. Paste the whole link or text that you were given.',
  },
};

/** Shows the result of checking a record, and the signed facts. */
export function Verdict({ found }: { found: ReplyOf<typeof verifiedRecordRoutes.verifyRecord> }) {
  const { verdict, record, signedAt, expiresAt } = found;
  const { tone, title, meaning } = verdicts[verdict];
  const facts: [string, ReactNode][] = record
    ? [
        ['Clipper', <bdi key="name">@{record.username}</bdi>],
        [
          'Approved clips',
          `${formatCount(record.approvedClips)} of ${formatCount(record.decidedClips)} decided`,
        ],
        ['Verified views', formatCount(record.verifiedViews)],
        [
          'Earned',
          record.earnedMicros === null ? 'Not shared' : <Money key="money" micros={record.earnedMicros} />,
        ],
        ['Signed', signedAt && <DateText at={signedAt} />],
        ['Valid until', expiresAt && <DateText at={expiresAt} />],
      ]
    : [];
  return (
    <section aria-label="Result" className="flex flex-col gap-4">
      <Note tone={tone} title={title} alert>
        {meaning}
      </Note>
      {facts.length > 0 ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}
