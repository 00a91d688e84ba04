import { Download } from 'lucide-react';
import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { address } from '#web/api/client.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { DayInput } from '#web/ui/forms/day-input.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';

/** Downloads the journal for an accounting program, either all of it or some days. */
export function JournalDownload() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  return (
    <Panel title="Journal">
      <p className="mb-3.5 text-muted">
        Every entry in the format of hledger, so that a program that is not ours can check the books. Days are
        in UTC; a journal that starts later opens with the balances of everything before.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="From day">
          <DayInput day={from} value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label="To day">
          <DayInput day={to} value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
        <a href={address(adminRoutes.ledgerJournal, { query })} download className={buttonStyle()}>
          <Download aria-hidden />
          Download journal
        </a>
      </div>
    </Panel>
  );
}
