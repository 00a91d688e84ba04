import { expect, it } from 'vitest';
import { choiceText } from './channel-labels.ts';

it('describes channel and timing of a topic, and promises no mail that this server can’t send yet', () => {
  expect(choiceText({ channel: 'mail', timing: 'daily' }, false)).toBe('Email: daily digest.');
  expect(choiceText({ channel: 'mail', timing: 'now' }, true)).toBe(
    'Email: at once, once this server can send mails.',
  );
  expect(choiceText({ channel: 'mail', timing: 'off' }, true)).toBe('Email: off.');
  expect(choiceText({ channel: 'app', timing: 'now' }, true)).toBe('In the app: at once.');
});
