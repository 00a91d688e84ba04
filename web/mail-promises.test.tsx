import { expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { ContactForm } from './features/support/contact-form.tsx';
import { TakedownForm } from './features/support/takedown-form.tsx';
import { answer, rendered } from './testing/screen.tsx';

const status = (sendsMail: boolean) => answer(routes.status, {}, { services: [], payments: [], sendsMail });

test.each([
  ['contact', <ContactForm key="contact" />],
  ['takedown', <TakedownForm key="takedown" />],
])(
  'the %s form says so if no mail leaves the server, and nothing about it if mails do',
  async (_name, form) => {
    expect((await rendered(form, [status(false)])).text).toContain('Emails are not sent.');
    expect((await rendered(form, [status(true)])).text).not.toContain('Emails are not sent.');
  },
);

test('promises an answer by mail to a takedown request only if mails are known to leave', async () => {
  const promise = 'We’ll reply to this address.';
  expect((await rendered(<TakedownForm />, [status(true)])).text).toContain(promise);
  expect((await rendered(<TakedownForm />, [status(false)])).text).not.toContain(promise);
  expect((await rendered(<TakedownForm />, [])).text).not.toContain(promise);
});
