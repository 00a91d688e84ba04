import { expect, test } from 'vitest';
import { failedFiles, storyFaults, unitFaults } from './faults.mjs';

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

test('each story that failed at least once is named with its first failure and its outcome', () => {
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

test('each failed unit test is named with its failure, and each file that could not run', () => {
  const ofTest = (fullName: string, ...failureMessages: string[]) => ({
    fullName,
    status: failureMessages.length > 0 ? 'failed' : 'passed',
    failureMessages,
  });
  const report = {
    testResults: [
      { name: '/pay.test.ts', status: 'passed', message: '', assertionResults: [ofTest('is paid')] },
      {
        name: '/late.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [ofTest('is early'), ofTest('is late', '\u001b[31mNot there\u001b[39m')],
      },
      { name: '/broken.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
    ],
  };
  expect(unitFaults(report)).toEqual([
    '\n/late.test.ts: is late: failed.\nNot there',
    '\n/broken.test.ts: failed.\nNo such module',
  ]);
  expect(failedFiles(report)).toEqual(['/late.test.ts', '/broken.test.ts']);
});

test('a run without a report has no faults', () => {
  expect(storyFaults(null)).toEqual([]);
  expect(unitFaults(null)).toEqual([]);
  expect(failedFiles(null)).toEqual([]);
});
