import { expect, it } from 'vitest';
import { type CountingColumns, countingTrouble } from './trouble.ts';

const well: CountingColumns = {
  tracking_state: 'polling',
  missing_since: null,
  failures: 0,
  trouble: null,
  last_fetched_at: new Date('2026-03-02T10:00:00Z'),
};
const since = new Date('2026-03-02T11:00:00Z');
const finalAt = new Date('2026-03-09T11:00:00Z');

it.each<[string, Partial<CountingColumns>, object | null]>([
  ['all is well', {}, null],
  ['nothing is counted any more', { tracking_state: 'finished', failures: 3 }, null],
  [
    'an outage',
    { failures: 1, trouble: 'no_answer' },
    { kind: 'delayed', since: well.last_fetched_at, finalAt: null },
  ],
  ['throttled', { failures: 4, trouble: 'quota' }, { kind: 'delayed', title: 'TikTok asks us to wait.' }],
  ['waiting for a call', { failures: 0, trouble: 'quota' }, { kind: 'delayed' }],
  [
    'a platform without keys',
    { failures: 3, trouble: 'not_set_up' },
    { kind: 'not_set_up', title: 'We can’t read TikTok right now.', finalAt: null },
  ],
  [
    'a platform that refuses this server',
    { failures: 3, trouble: 'refused' },
    {
      kind: 'not_set_up',
      title: 'TikTok refuses our requests.',
      sentence: expect.not.stringMatching(/keys/),
    },
  ],
  ['an unknown error', { failures: 3, trouble: 'failed' }, { kind: 'delayed', finalAt: null }],
  [
    'a post that is not counted',
    { missing_since: since, trouble: 'before_professional' },
    { kind: 'uncountable', finalAt },
  ],
  [
    'a post of an unsupported kind',
    { missing_since: since, trouble: 'unsupported' },
    { kind: 'uncountable', finalAt },
  ],
  [
    'a lost permission',
    { missing_since: since, trouble: 'no_permission' },
    { kind: 'not_connected', finalAt },
  ],
  ['late counts', { failures: 2, trouble: 'no_counts' }, { kind: 'no_counts' }],
  ['a hidden post', { missing_since: since, trouble: 'post_hidden' }, { kind: 'unreadable', since, finalAt }],
  [
    'an outage while the post is away',
    { missing_since: since, failures: 1, trouble: 'no_answer' },
    { kind: 'unreadable', finalAt },
  ],
  [
    'a lost account',
    { missing_since: since, trouble: 'not_connected' },
    { kind: 'not_connected', since, finalAt },
  ],
  ['seven days later', { tracking_state: 'gone', missing_since: since }, { kind: 'final', finalAt: null }],
])('shows the trouble of a clip: %s', (_what, change, expected) => {
  const trouble = countingTrouble({ ...well, ...change }, 'tiktok');
  if (expected === null) expect(trouble).toBeNull();
  else expect(trouble).toMatchObject(expected);
});
