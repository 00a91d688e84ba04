import { expect, it } from 'vitest';
import { mailBlocks } from './infra/mail-blocks.ts';
import { mailPreviews } from './mail-previews.ts';
import * as accountMails from './modules/accounts/mails.ts';
import { TEST_APP_URL } from './testing/actor.ts';

const previews = mailPreviews(TEST_APP_URL, new Date('2026-03-02T10:00:00Z'));

it('shows every mail of accounts', () => {
  expect(Object.keys(accountMails).filter((name) => name.endsWith('Mail'))).toHaveLength(9);
  for (const name of Object.keys(accountMails).filter((one) => one.endsWith('Mail')))
    expect(Object.keys(previews)).toContain(
      name.replace(/Mail$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
});

it.each(Object.entries(previews))(
  '%s has a label for each link that is a button, and an unsubscribe link if it is news',
  (name, mail) => {
    const alone = mail.text
      .split(/\n{2,}/)
      .filter((part) => part.trim().startsWith('http') && !part.trim().includes('\n'));
    const buttons = mailBlocks(mail.text, TEST_APP_URL, mail.buttons ?? []).filter(
      ({ kind }) => kind === 'button',
    );
    expect(buttons).toHaveLength(alone.length);
    expect(buttons).toHaveLength(mail.buttons?.length ?? 0);
    expect(mail.unsubscribe !== undefined).toBe(name.startsWith('news-') || name === 'digest');
  },
);
