import { expect, test } from 'vitest';
import { flows, onClose } from './flow.ts';

test('both roles have six steps that end with username and complete', () => {
  for (const flow of Object.values(flows)) {
    expect(flow).toHaveLength(6);
    expect(flow.slice(4)).toEqual(['username', 'complete']);
  }
});

test('closing leads to the username, does nothing there, and ends afterwards', () => {
  expect(flows.clipper.map((_, at) => onClose(flows.clipper, at))).toEqual([
    'to-username',
    'to-username',
    'to-username',
    'to-username',
    'nothing',
    'finish',
  ]);
});
