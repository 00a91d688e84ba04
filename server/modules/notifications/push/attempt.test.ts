import { expect, test } from 'vitest';
import { pushPayload } from './attempt.ts';

const claimed = {
  ...{ id: 'd', leaseId: 'l', attempts: 1, notificationId: 'n', target: null },
  ...{ topic: 'messages' as const, title: 'Ana wrote to you', body: 'About a clip', link: '/clip' },
};

test('a push without details names its topic in the words of the person’s role: hosts get no invitations', () => {
  const titleFor = (role: string) => pushPayload({ ...claimed, role }, false).title;
  expect([titleFor('host'), titleFor('clipper')]).toEqual(['Messages', 'Messages and invitations']);
});
