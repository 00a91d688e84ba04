import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useNewRows } from '#web/ui/lists/new-rows.tsx';
import { useSelection } from './selection.tsx';
import { useOpened } from './use-opened.ts';

const row = (id: string, what = 'as it was') => ({ id, what });

test('a dialog follows its row, and stays open when the row leaves the list', () => {
  const lists = [[row('a')], [row('a', 'changed')], [row('b')]];
  const seen: unknown[] = [];
  function Opened() {
    const [step, setStep] = useState(0);
    const { opened, open } = useOpened(lists[step]);
    if (step === 0) open(row('a'));
    if (step < 2) setStep(step + 1);
    seen.push(opened);
    return null;
  }
  renderToStaticMarkup(<Opened />);
  expect(seen).toEqual([null, row('a', 'changed'), row('a')]);
});

test('choosing all chooses the shown rows, not the rows held back as new', () => {
  let chosen: readonly unknown[] = [];
  function Chosen() {
    const [step, setStep] = useState(0);
    const held = useNewRows(step === 0 ? [row('a')] : [row('new'), row('a')], ({ id }) => id);
    const selection = useSelection(held.rows, { nameOf: ({ id }) => id });
    if (step === 1) selection.chooseAll();
    if (step < 2) setStep(step + 1);
    chosen = selection.rows;
    return null;
  }
  renderToStaticMarkup(<Chosen />);
  expect(chosen).toEqual([row('a')]);
});
