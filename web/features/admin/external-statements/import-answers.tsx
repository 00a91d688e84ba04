import { useState } from 'react';
import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import {
  type StatementMapping,
  type StatementPreview,
  statementAssumptionTexts,
} from '#contract/external-statements/statement-preview.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { ImportColumns } from './import-columns.tsx';
import { BankChoice, SETTINGS, type Setting, SettingField } from './import-fields.tsx';
import type { StatementImport } from './use-import.ts';

interface Props {
  rail: StatementRail;
  file: StatementImport;
  preview: StatementPreview;
}

/**
 * Shows the problems and assumptions of a file, with fields that correct them, and all columns on request.
 */
export function ImportAnswers({ rail, file, preview }: Props) {
  const { table, problems, layouts } = preview;
  const [draft, setDraft] = useState(preview.mapping);
  const [layoutId, setLayoutId] = useState('');
  // The preview for which the columns were opened: they close when the file is read again.
  const [openedFor, setOpenedFor] = useState<StatementPreview | null>(null);
  const isOpen = needsColumns(preview) || openedFor === preview;
  const asked = askedOf(preview);
  const asksBank = problems.some(({ asks }) => asks === 'bank');
  const change = (next: StatementMapping) => {
    setDraft(next);
    setLayoutId('');
    file.setChanged(true);
  };
  const setting = (of: Setting) =>
    table && (
      <SettingField
        key={of}
        of={of}
        isAsked={asked.includes(of)}
        table={table}
        draft={draft}
        onChange={change}
      />
    );
  return (
    <>
      <Problems of={problems} />
      {preview.understood && preview.understood.assumed.length > 0 ? (
        <Note tone="warning" title="Check before you import.">
          {preview.understood.assumed.map((one) => statementAssumptionTexts[one]).join(' ')}
        </Note>
      ) : null}
      {table ? (
        <div className="flex flex-col gap-3.5">
          {asksBank ? (
            <BankChoice
              layouts={layouts}
              value={layoutId}
              onChange={(id) => {
                setLayoutId(id);
                file.setChanged(true);
              }}
            />
          ) : null}
          {asked.length > 0 ? <div className={grid}>{asked.map(setting)}</div> : null}
          <div className="flex flex-wrap gap-2">
            {needsColumns(preview) ? null : (
              <Button aria-expanded={isOpen} onClick={() => setOpenedFor(isOpen ? null : preview)}>
                Change columns
              </Button>
            )}
            <Button
              busy={file.reading !== null && 'Reading...'}
              onClick={() => file.readAgain(layoutId ? { layoutId } : { mapping: draft })}
            >
              Read again
            </Button>
          </div>
          {isOpen ? (
            <>
              <ImportColumns rail={rail} table={table} draft={draft} onChange={change} />
              <div className={grid}>{SETTINGS.filter((of) => !asked.includes(of)).map(setting)}</div>
            </>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

const grid = 'grid grid-cols-2 gap-3 max-md:grid-cols-1';

/** Whether all columns must be shown, because a problem concerns them or no single question solves it. */
const needsColumns = ({ problems }: StatementPreview): boolean =>
  problems.some(({ asks }) => !asks || asks === 'columns');

function askedOf({ problems, understood }: StatementPreview): Setting[] {
  const asked = new Set<string>(problems.flatMap(({ asks }) => asks ?? []));
  for (const one of understood?.assumed ?? []) asked.add(one === 'moneyIn' ? 'positive' : one);
  return SETTINGS.filter((setting) => asked.has(setting));
}

const FIRST = 5;

function Problems({ of }: { of: StatementPreview['problems'] }) {
  if (of.length === 0) return null;
  return (
    <Note tone="error" alert title="This file can’t be imported yet.">
      <ul className="mt-1.5 flex flex-col gap-1">
        {of.slice(0, FIRST).map(({ line, column, says }) => (
          <li key={`${line} ${column} ${says}`} className="wrap-anywhere">
            {[line === null ? null : `Line ${line}`, column].filter(Boolean).join(', ')}
            {line === null && column === null ? '' : ': '}
            {says}
          </li>
        ))}
      </ul>
      {of.length > FIRST ? <p className="mt-1">{of.length - FIRST} more like these.</p> : null}
    </Note>
  );
}
