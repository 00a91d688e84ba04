import { expect, test } from 'vitest';
import { storyFaults } from './story-faults.mjs';

const spec = (title: string, status: string, ...messages: string[]) => ({
  file: 'pay.story.ts',
  title,
  tests: [
    {
      status,
      results: messages.map((message) => ({ errors: message ? [{ message }] : [] })),
    },
  ],
});

test('each story that failed at least once is named with its first fault and its outcome', () => {
  const report = {
    suites: [
      {
        specs: [
          spec('is paid', 'expected', ''),
          spec('is late', 'flaky', '\u001b[31mNot there\u001b[39m', ''),
        ],
        suites: [{ specs: [spec('is refused', 'unexpected', 'First', 'Second')] }],
      },
    ],
  };
  expect(storyFaults(report)).toEqual([
    '\npay.story.ts: is late: passed at the second try.\nNot there',
    '\npay.story.ts: is refused: failed.\nFirst',
  ]);
});

test('a run that left no report has none', () => {
  expect(storyFaults(null)).toEqual([]);
});
