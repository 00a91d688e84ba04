import { Secret, TOTP } from 'otpauth';
import { enterPanel, oldLogin } from './people.ts';
import { expect, test } from './story.ts';

const boss = { username: 'careful_boss', password: 'two-locks-on-one-door' };

/**
 * Returns the authenticator app's code now, or `steps` of 30 seconds later, because a code is accepted once.
 */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

test('an admin sets up two-step sign-in, needs a code from then on, and must confirm again to turn it off', async ({
  app,
  page,
  complaints,
}) => {
  complaints.expect(/401|403/);
  await app.createAdmin(boss);
  await enterPanel(page, boss);
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await page.getByRole('code').first().textContent()) ?? '';
  await page.getByLabel('Code that the app shows').fill('000 000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await page.getByLabel('Code that the app shows').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Two-step sign-in is on')).toBeVisible();
  const codes = page.getByRole('dialog', { name: 'Your backup codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await enterPanel(page, boss);
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(page.getByText('Welcome to the Admin Panel')).toBeVisible();

  await oldLogin(page, { method: 'POST', path: '/api/auth/second-factor/remove', times: 2 });
  await page.getByRole('link', { name: 'Security' }).click();
  const turnOff = page.getByRole('button', { name: 'Turn off' });
  await turnOff.click();
  await turnOff.click();
  await expect(page.getByText('Enter the six digits that the app shows.')).toBeVisible();
  await page.getByLabel('Code that the app shows').fill('000 000');
  await turnOff.click();
  const prompt = page.getByRole('dialog', { name: 'Confirm it is you' });
  await prompt.getByLabel('Your password').fill('not the password');
  await prompt.getByRole('button', { name: 'Confirm' }).click();
  await expect(prompt.getByText('The password is wrong.')).toBeVisible();
  await prompt.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
});
