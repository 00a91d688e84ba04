import { expect, test } from 'vitest';
import { inViewText } from './queue-list.tsx';

test('screen readers announce the clip to which a key moved, and whether it is marked', () => {
  const clips = [
    { id: 'a', clipperUsername: 'tess_cuts', views: 12_345 },
    { id: 'b', clipperUsername: 'quietzoom', views: 410 },
  ];
  expect(inViewText(clips, 'a', new Set())).toBe('Clip 1 of 2: @tess_cuts, 12,345 views');
  expect(inViewText(clips, 'b', new Set(['b']))).toBe('Clip 2 of 2: @quietzoom, 410 views, marked');
  expect(inViewText(clips, 'gone', new Set())).toBe('');
});
