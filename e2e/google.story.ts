import { startOpenIdProvider } from './openid-provider.ts';
import { oldLogin } from './people.ts';
import { startServer } from './server.ts';
import { expect, test } from './story.ts';

test('Google signs a person in, who chooses a role once, returns to the previous page, and sets a password', async ({
  page,
  complaints,
}) => {
  complaints.expect(/403/);
  const google = await startOpenIdProvider();
  const server = await startServer({
    GOOGLE_CLIENT_ID: 'permille-story',
    GOOGLE_CLIENT_SECRET: 'permille-story-secret',
    GOOGLE_ISSUER: google.issuer,
  });
  try {
    const at = (path: string) => server.baseUrl + path;
    await page.goto(at('/auth?mode=login&next=%2Fclipper%2Fearnings'));
    await page.getByRole('button', { name: 'Continue with Google' }).press('Enter');
    await expect(page.getByText('Google did not sign you in.')).toBeVisible();

    google.person = { sub: 'g-1', email: 'gina@people.example', name: 'Gina' };
    await page.goto(at('/auth?mode=login&next=%2Fclipper%2Fearnings'));
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('heading', { name: 'Choose your account type' })).toBeVisible();
    await page.getByRole('button', { name: /^Clipper/ }).click();
    await expect(page).toHaveURL(at('/clipper/earnings'));

    await page.goto(at('/clipper/settings'));
    await expect(page.getByLabel('Email Address')).toHaveValue('gina@people.example');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Payouts' }).click();

    // A person without a password confirms their identity with Google and returns to the page unchanged.
    await oldLogin(page, { method: 'PUT', path: '/api/clipper/payout-address', times: 1 });
    await page.getByLabel('Payment Email').fill('gina@paypal.example');
    await page.getByRole('button', { name: 'Save Payment Email' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByLabel('Payment Email')).toHaveValue('gina@paypal.example');
    await page.getByRole('button', { name: 'Save Payment Email' }).click();
    await expect(page.getByText('Payment Email saved')).toBeVisible();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Security' }).click();
    await page.getByLabel('New Password').fill('gina’s own harbour');
    await page.getByLabel('Confirm Password').fill('gina’s own harbour');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByText('Password set', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Current Password')).toBeVisible();
    // Waits for the page's refetches, which must not hit a stopping server.
    await page.goto('about:blank');
  } finally {
    await server.stop();
    google.close();
  }
});
