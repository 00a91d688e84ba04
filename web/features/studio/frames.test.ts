import { expect, test } from 'vitest';
import { emptyProject } from '#contract/studio.ts';
import { covering, windowAt } from './compose.ts';
import { addKey, moveWindow, removeKey, resized } from './frames.ts';
import { checkProject, lengthRule, overlayTexts, postCaption } from './listing-checks.ts';
import { keyFor } from './studio-keys.ts';

const whole = { x: 0, y: 0, width: 1, height: 1 };
const tall = { width: 1080, height: 1920 };

test('the window is as high as the picture, 9:16, and never leaves it', () => {
  const wide = { width: 1920, height: 1080 };
  expect(covering(wide, whole, tall, 0.5)).toEqual({ x: 656.25, y: 0, width: 607.5, height: 1080 });
  expect(covering(wide, whole, tall, 0).x).toBe(0);
  expect(covering(wide, whole, tall, 1).x).toBe(1920 - 607.5);
  expect(covering({ width: 1080, height: 2400 }, whole, tall)).toEqual({
    x: 0,
    y: 240,
    width: 1080,
    height: 1920,
  });
  const face = { x: 0, y: 0.5, width: 0.25, height: 0.5 };
  const box = covering(wide, face, { width: 1080, height: 730 });
  expect(box.width / box.height).toBeCloseTo(1080 / 730);
  expect(box.x + box.width).toBeLessThanOrEqual(480);
});

test('the window does not move with one key and moves linearly between two', () => {
  const { frame } = emptyProject;
  expect(windowAt(frame, 5)).toBe(0.5);
  const still = moveWindow(moveWindow(frame, 3, 0.2), 9, 0.3);
  expect(still.keys).toEqual([{ at: 0, x: 0.3 }]);
  const moving = addKey(still, 10, 0.7);
  expect(windowAt(moving, 5)).toBeCloseTo(0.5);
  expect(windowAt(moving, 99)).toBe(0.7);
  expect(moveWindow(moving, 5, 0.9).keys).toHaveLength(3);
  expect(moveWindow(moving, 10.01, 0.9).keys).toEqual([
    { at: 0, x: 0.3 },
    { at: 10.01, x: 0.9 },
  ]);
  expect(removeKey(moving, 0).keys).toEqual([{ at: 10, x: 0.7 }]);
});

test('an area stays within the picture', () => {
  expect(resized(whole, 'x', 0.5)).toEqual(whole);
  expect(resized({ ...whole, width: 0.5 }, 'x', 0.9)).toEqual({ ...whole, width: 0.5, x: 0.5 });
  expect(resized(whole, 'height', 0).height).toBe(0.05);
});

const rules = {
  minSeconds: 15,
  maxSeconds: 60,
  requiredTags: ['#hollow', '@tess'],
  disclosureRequired: true,
};

test('checks the listing’s length, disclosure and tags, each with the action that fixes it', () => {
  const check = (seconds: number, overlays = emptyProject.overlays) =>
    checkProject(rules, { cuts: seconds ? [{ start: 0, end: seconds }] : [], overlays });
  expect(check(0)[0]).toMatchObject({
    label: 'Length 15-60 s',
    passes: false,
    text: 'Set In and Out first.',
  });
  expect(check(10)[0]).toMatchObject({ passes: false, text: 'Clip length: 10.0 s. Add 5.0 s.' });
  expect(check(70)[0]).toMatchObject({ passes: false, text: 'Clip length: 70.0 s. Cut 10.0 s.' });
  expect(check(30).map(({ passes }) => passes)).toEqual([true, false, false]);
  expect(check(30, { disclosure: true, tags: true }).every(({ passes }) => passes)).toBe(true);
  const free = { minSeconds: null, maxSeconds: null, requiredTags: [], disclosureRequired: false };
  expect(checkProject(free, { cuts: [{ start: 0, end: 1 }], overlays: emptyProject.overlays })).toHaveLength(
    1,
  );
  expect(lengthRule(free)).toBeNull();
  expect(overlayTexts(free)).toEqual({ disclosure: null, tags: null });
  expect(postCaption(rules)).toBe('#ad #hollow @tess');
  expect(postCaption({ ...rules, requiredTags: ['#AD', '#x'] })).toBe('#ad #x');
});

test('the studio handles a key unless a field or a control does', () => {
  const press = (key: string, on: string | null = null, more = {}) =>
    keyFor({
      key,
      target: { closest: (selector: string) => (on && selector.includes(on) ? {} : null) } as never,
      altKey: false,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      ...more,
    });
  expect(press('J')).toBe('j');
  expect(press('i', 'textarea')).toBeNull();
  expect(press(' ')).toBe('space');
  expect(press(' ', 'button')).toBeNull();
  expect(press(' ', 'slider')).toBe('space');
  expect(press(' ', 'role=tabpanel')).toBe('space');
  expect(press('Delete')).toBe('delete');
  expect(press('Delete', 'role=dialog')).toBeNull();
  expect(press('z', null, { ctrlKey: true })).toBe('undo');
  expect(press('Z', null, { metaKey: true, shiftKey: true })).toBe('redo');
  expect(press('i', null, { ctrlKey: true })).toBeNull();
});
