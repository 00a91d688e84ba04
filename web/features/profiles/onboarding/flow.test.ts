import { expect, test } from 'vitest';
import { flows, onClose } from './flow.ts';

test('each role has the six specified steps in their order', () => {
  expect(flows).toEqual({
    host: ['welcome', 'create-listing', 'submissions', 'budget', 'username', 'complete'],
    clipper: ['welcome', 'explore', 'submit', 'earnings', 'username', 'complete'],
  });
});

test('closing leads to the username step, does nothing on it, and finishes after it', () => {
  expect(flows.clipper.map((_, at) => onClose(flows.clipper, at))).toEqual([
    'to-username',
    'to-username',
    'to-username',
    'to-username',
    'nothing',
    'finish',
  ]);
});
