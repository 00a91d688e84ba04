import type { ReactNode } from 'react';
import type { StatementPreview } from '#contract/external-statements/statement-preview.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { LineAmount } from './line-amount.tsx';

type Understood = NonNullable<StatementPreview['understood']>;

/** Shows a preview of a file: its totals, its first entries, and the skipped rows. */
export function ImportPreview({ of }: { of: Understood }) {
  return (
    <section aria-label="What the file contains" className="flex flex-col gap-3.5">
      <Figures of={of} />
      <Doubts of={of} />
      <Entries of={of} />
      {of.skipped.rows > 0 ? <Skipped of={of.skipped} /> : null}
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-1.5">
    <dt className="text-muted">{label}</dt>
    <dd className="text-right">{children}</dd>
  </div>
);

function Figures({ of: { lines, known, period, sums, balances } }: { of: Understood }) {
  return (
    <dl className="divide-y divide-line border-line border-y text-sm">
      <Fact label="Entries">
        {formatCount(lines)}
        {known > 0 ? `, ${formatCount(known)} imported before` : ''}
      </Fact>
      <Fact label="Period">
        <DateText at={period.from} /> to <DateText at={period.to} />
      </Fact>
      {sums.map(({ currency, inMicros, outMicros }) => (
        <Fact key={currency} label={`In and out, ${currency}`}>
          <LineAmount signed micros={inMicros} currency={currency} />
          {' and '}
          <LineAmount micros={outMicros} currency={currency} />
        </Fact>
      ))}
      {balances.map(({ currency, openingMicros, closingMicros }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several statements of a file may have equal balances
        <Fact key={at} label="Balance">
          <LineAmount micros={openingMicros} currency={currency} />
          {' to '}
          <LineAmount micros={closingMicros} currency={currency} />
        </Fact>
      ))}
    </dl>
  );
}

function Doubts({ of: { alike, balances, oddDates } }: { of: Understood }) {
  const off = balances.filter(({ offMicros }) => offMicros !== 0n);
  return (
    <>
      {off.map(({ currency, offMicros }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several statements of a file may be off by the same amount
        <Note key={at} tone="warning" title="Check for missing rows.">
          The balances and the entries differ by <LineAmount micros={offMicros} currency={currency} />.
        </Note>
      ))}
      {oddDates ? (
        <Note tone="warning" title="Check the dates.">
          {oddDates === 'future'
            ? 'Some are in the future. Day and month may be the wrong way round.'
            : 'Some are more than a year old. The day may be read as the year.'}
        </Note>
      ) : null}
      {alike > 0 ? (
        <Note tone="warning" title="Check for duplicates.">
          {formatCount(alike)} new {alike === 1 ? 'entry has' : 'entries have'} the day and amount of an entry
          that was imported with other texts. If they are the same, read the columns as before.
        </Note>
      ) : null}
    </>
  );
}

function Entries({ of: { entries, lines } }: { of: Understood }) {
  return (
    <div>
      <h3 className="font-semibold text-sm">
        {lines > entries.length ? `First ${entries.length} entries` : 'Entries'}
      </h3>
      <ul className="mt-1.5 divide-y divide-line border-line border-y text-sm">
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal entries are two
          <li key={at} className="flex items-baseline gap-3 py-1.5">
            <DateText at={entry.occurredAt} />
            <span className="wrap-anywhere min-w-0 flex-1">
              {entry.isFee ? `Fee of ${entry.reference}` : entry.reference}
              {entry.text && entry.text !== entry.reference ? (
                <span className="block text-muted text-xs">{entry.text}</span>
              ) : null}
            </span>
            <LineAmount signed micros={entry.amountMicros} currency={entry.currency} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Skipped({ of: { rows, first } }: { of: Understood['skipped'] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-semibold">
        {formatCount(rows)} {rows === 1 ? 'row' : 'rows'} left out
      </summary>
      <ul className="mt-1.5 divide-y divide-line border-line border-y">
        {first.map(({ line, text, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries without a line may say the same
          <li key={at} className="py-1.5">
            <b className="font-semibold">{why}.</b> {line === null ? null : `Line ${line}: `}
            <span className="wrap-anywhere text-muted">{text}</span>
          </li>
        ))}
      </ul>
      {rows > first.length ? <p className="mt-1.5 text-muted">The first {first.length} are listed.</p> : null}
    </details>
  );
}
