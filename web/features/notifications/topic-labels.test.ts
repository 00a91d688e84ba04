import { expect, test } from 'vitest';
import { placesText } from './topic-labels.ts';

test('a server that sends no mails promises none when a topic is chosen for the email', () => {
  expect(placesText(true, false)).toBe('in the app and by email.');
  expect(placesText(true, true)).toBe('in the app, and by email once this server can send mails.');
  expect(placesText(false, true)).toBe('in the app only.');
});
