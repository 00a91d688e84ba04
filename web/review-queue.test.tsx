import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { useClean } from './features/submissions/decisions/approve-clean.tsx';
import { DecideBar } from './features/submissions/decisions/decide-bar.tsx';
import {
  afterDeciding,
  type InView,
  neighboursOf,
  viewOf,
} from './features/submissions/decisions/in-view.ts';
import { useRejecting } from './features/submissions/decisions/use-rejecting.ts';
import { testClipRow } from './testing/clip-row.ts';
import { rendered } from './testing/screen.tsx';

const row = (id: string) => ({
  ...testClipRow,
  id,
  appeal: null,
  clipperUsername: id,
  screenshotUrl: null,
  worthMicros: micros(0n),
  isEscalated: false,
  match: { state: 'no_file' as const, lengthDiffers: false },
});
const queue = (ids: string) => [...ids].map(row);
const nobody = new Set<string>();
const chosen = { id: 'b' };
const first = viewOf(queue('abc'), chosen, null, nobody);
const idsOf = (view: InView, ids: string) => {
  const { next, previous } = neighboursOf(queue(ids), view);
  return `${previous?.id ?? '-'} ${view.clip.id} ${next?.id ?? '-'}`;
};

test('shows the chosen clip, or the first one without a choice', () => {
  expect(idsOf(first, 'abc')).toBe('a b c');
  expect(idsOf(viewOf(queue('abc'), { id: null }, null, nobody), 'abc')).toBe('- a b');
  expect(viewOf(queue('abc'), { id: 'x' }, null, nobody).clip.id).toBe('a');
});

test('keeps a clip in view that left the queue, without deciding it, until another one is chosen', () => {
  const gone = viewOf(queue('ac'), chosen, first, nobody);
  expect(gone).toMatchObject({ clip: { id: 'b' }, isGone: true });
  expect(idsOf(gone, 'ac')).toBe('a b c');
  expect(idsOf(viewOf(queue('a'), chosen, gone, nobody), 'a')).toBe('a b a');
  expect(viewOf(queue('ac'), { id: 'c' }, gone, nobody)).toMatchObject({ clip: { id: 'c' }, isGone: false });
  expect(viewOf(queue('abc'), chosen, gone, nobody)).toMatchObject({ clip: { id: 'b' }, isGone: false });
});

test('keeps the first clip in view even if nobody chose it, whatever arrives before it', () => {
  const none = { id: null };
  const shown = viewOf(queue('bc'), none, null, nobody);
  expect(viewOf(queue('abc'), none, shown, nobody)).toMatchObject({ clip: { id: 'b' }, at: 1 });
  expect(viewOf(queue('c'), none, shown, nobody)).toMatchObject({ clip: { id: 'b' }, isGone: true });
});

test('returns the same object for the same view, so that rendering ends', () => {
  const clips = queue('abc');
  const view = viewOf(clips, chosen, null, nobody);
  expect(viewOf(clips, chosen, view, nobody)).toBe(view);
  const gone = viewOf(queue('ac'), chosen, view, nobody);
  expect(viewOf(queue('ac'), chosen, gone, nobody)).toBe(gone);
});

test('shows the next clip after a decision, and the decided one again after an undo', () => {
  expect(afterDeciding(queue('abc'), first, [row('b')])?.id).toBe('c');
  expect(afterDeciding(queue('abc'), first, queue('bc'))?.id).toBe('a');
  expect(afterDeciding(queue('abc'), first, [row('a')])).toBeUndefined();
  const other = viewOf(queue('ac'), chosen, first, new Set('b'));
  expect(other).toMatchObject({ clip: { id: 'a' }, isGone: false });
  expect(viewOf(queue('abc'), { id: 'b' }, other, nobody).clip.id).toBe('b');
});

test('the reason for a rejection applies to the clips for which it was asked', () => {
  const seen: string[] = [];
  function Asked() {
    const [step, setStep] = useState(0);
    const { clips, ask } = useRejecting(queue(step < 2 ? 'b' : 'a'));
    if (step === 0) ask('duplicate');
    if (step < 2) setStep(step + 1);
    seen.push(clips.map(({ id }) => id).join(''));
    return null;
  }
  renderToStaticMarkup(<Asked />);
  expect(seen).toEqual(['', 'b', 'b']);
});

test('for a clip that left the queue, the bar says so and its buttons are off', async () => {
  const deciding = { decided: undefined } as never;
  const acts = { deciding, onApprove: () => {}, onReject: () => {} };
  const bar = (isGone: boolean) => rendered(<DecideBar {...acts} clips={queue('b')} isGone={isGone} />, []);
  expect((await bar(true)).text).toContain('This clip has been decided or withdrawn.');
  expect((await bar(true)).html.match(/aria-disabled="true"/g)).toHaveLength(2);
  expect((await bar(false)).html).not.toContain('aria-disabled');
});

const judged = (clip: ReturnType<typeof row>) => ({
  ...clip,
  verdict: { ...clip.verdict, band: clip.id === 'x' ? ('hold' as const) : ('clean' as const) },
});

test('approves the clips that were clean when the question was asked, whatever arrives or leaves meanwhile', () => {
  const seen: (string | undefined)[] = [];
  function Clean() {
    const [step, setStep] = useState(0);
    const { asked, ask } = useClean(queue(step < 2 ? 'axb' : 'bcd').map(judged));
    if (step === 0) ask();
    if (step < 2) setStep(step + 1);
    seen.push(asked?.map(({ id }) => id).join(''));
    return null;
  }
  renderToStaticMarkup(<Clean />);
  expect(seen).toEqual([undefined, 'ab', 'ab']);
});
