import { Secret, TOTP } from 'otpauth';
import { arrive } from './by-request.ts';
import { logIn } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('a person changes the email address once both mailboxes have confirmed it', async ({
  page,
  app,
  newPerson,
  complaints,
}) => {
  complaints.expect(/422/);
  const person = await arrive(page, app, 'moved_mail');
  await visit(page, '/clipper/settings');
  const email = page.getByLabel('Email Address');
  await expect(email).toHaveAttribute('readonly', '');
  await page.getByRole('button', { name: 'Change your email' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change your email address' });
  const typed = dialog.getByLabel('New email address');
  await typed.fill(person.email);
  await dialog.getByRole('button', { name: 'Send the links' }).click();
  await expect(dialog.getByText('You already sign in with this address.')).toBeVisible();
  await expect(typed).toHaveValue(person.email);
  await typed.fill('moved@elsewhere.example');
  await typed.press('Enter');
  await expect(page.getByText('A change to moved@elsewhere.example waits.')).toBeVisible();

  const mailbox = await newPerson();
  const open = async (to: string) => {
    const { links } = await app.mailTo(to, /Confirm your new email/);
    await mailbox.goto(links[0]!);
    await mailbox.getByRole('button', { name: 'Confirm the change' }).click();
  };
  await open('moved@elsewhere.example');
  await expect(mailbox.getByRole('heading', { name: 'This mailbox is confirmed' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Open the link in the mail to your old address until')).toBeVisible();
  await open(person.email);
  await expect(mailbox.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible();
  await page.reload();
  await expect(email).toHaveValue('moved@elsewhere.example');
  await logIn(mailbox, { ...person, email: 'moved@elsewhere.example' });
});

test('a person turns on two-step sign-in, and signs in with the app or with a backup code', async ({
  page,
  app,
  newPerson,
  complaints,
}) => {
  complaints.expect(/401/);
  const person = await arrive(page, app, 'two_steps');
  await visit(page, '/clipper/settings/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.getByRole('code').first().textContent()) ?? '';
  const codeIn = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await page.getByLabel('Code that the app shows').fill(codeIn(0));
  await page.getByRole('button', { name: 'Turn on' }).press('Enter');
  const codes = page.getByRole('dialog', { name: 'Your backup codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const backup = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 backup codes are left.')).toBeVisible();

  const phone = await newPerson();
  const enter = async (code: string) => {
    await phone.goto('/auth?mode=login');
    await phone.getByLabel('Email').fill(person.email);
    await phone.getByLabel('Password', { exact: true }).fill(person.password);
    await phone.getByRole('button', { name: 'Sign In' }).click();
    await phone.getByLabel('Code from your authenticator app').fill(code);
    await phone.getByRole('button', { name: 'Sign In' }).click();
    await expect(phone).toHaveURL(/\/dashboard$/);
  };
  await enter(codeIn(1));
  await phone.context().clearCookies();
  await enter(backup);
  await page.reload();
  await expect(page.getByText('9 backup codes are left.')).toBeVisible();
});
