import { expect, test } from 'vitest';
import { emptyProject, PROJECT_MAX_BYTES, type StudioProject, studioLimits } from '#contract/studio.ts';
import { addCut, splitCut, withoutStretches } from './cuts.ts';
import { type Edited, edited } from './edited.ts';
import { addKey } from './frames.ts';
import { begin, undo } from './history.ts';

const begun = (project: StudioProject): Edited => ({ history: begin(project), refused: null });
const withCuts = (count: number): StudioProject => ({
  ...emptyProject,
  cuts: Array.from({ length: count }, (_, at) => ({ start: at * 10, end: at * 10 + 10 })),
});
const step = { name: 'x', at: 0 };

test('an edit beyond a project’s limits changes nothing and gives the reason', () => {
  const full = begun(withCuts(studioLimits.cuts));
  const add = edited(full, (old) => ({ ...old, cuts: addCut(old.cuts, 5, 100) }), step);
  expect(add.refused).toBe(
    'A clip takes 100 cuts, and this would make 101. Nothing was changed; remove or shorten cuts first.',
  );
  expect(add.history).toBe(full.history);
  const split = edited(full, (old) => ({ ...old, cuts: splitCut(old.cuts, 5) }), step);
  expect(split.refused).toContain('would make 101');

  const long = begun({ ...emptyProject, cuts: [{ start: 0, end: 3_000 }] });
  const gaps = Array.from({ length: 150 }, (_, at) => ({ start: at * 10 + 5, end: at * 10 + 8 }));
  const silent = edited(long, (old) => ({ ...old, cuts: withoutStretches(old.cuts, gaps, 0.3) }), step);
  expect(silent.refused).toContain('would make 151');
  expect(silent.history.now.cuts).toHaveLength(1);

  const next = edited(add, (old) => ({ ...old, cuts: old.cuts.slice(1) }), step);
  expect(next.refused).toBeNull();
  expect(next.history.now.cuts).toHaveLength(99);
});

test('captions and keys are limited in number and in bytes', () => {
  const cues = (count: number, text: string) =>
    Array.from({ length: count }, (_, at) => ({ start: at, end: at + 1, text }));
  const write = (count: number, text: string) =>
    edited(
      begun(emptyProject),
      (old) => ({ ...old, captions: { ...old.captions, cues: cues(count, text) } }),
      step,
    );
  expect(write(studioLimits.cues, 'short').refused).toBeNull();
  expect(write(studioLimits.cues + 1, 'short').refused).toContain('A clip takes 1,000 captions.');
  expect(write(studioLimits.cues, 'ü'.repeat(300)).refused).toContain('more room than a project has');
  expect(write(studioLimits.cues, '\u0001'.repeat(80)).refused).toContain('more room than a project has');
  const most = write(1_000, 'a'.repeat(300));
  expect(most.refused).toBeNull();
  expect(JSON.stringify({ version: 1, project: most.history.now }).length).toBeLessThan(PROJECT_MAX_BYTES);

  const keys = Array.from({ length: studioLimits.keys }, (_, at) => ({ at, x: 0.5 }));
  const moving = begun({ ...emptyProject, frame: { ...emptyProject.frame, keys } });
  const key = edited(moving, (old) => ({ ...old, frame: addKey(old.frame, 500, 0.1) }), step);
  expect(key.refused).toContain('The window takes 200 keys.');
});

test('an edit that changes nothing is no step, so undone steps can still be redone', () => {
  const one = edited(begun(withCuts(1)), (old) => ({ ...old, cuts: splitCut(old.cuts, 5) }), step);
  const undone = { history: undo(one.history), refused: null };
  expect(undone.history.future).toHaveLength(1);
  const nothing = edited(undone, (old) => ({ ...old, cuts: splitCut(old.cuts, 99) }), step);
  expect(nothing.history).toBe(undone.history);
});
