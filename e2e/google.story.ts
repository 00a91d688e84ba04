import { startOpenIdProvider } from './openid-provider.ts';
import { startServer } from './server.ts';
import { expect, test } from './story.ts';

test('Google signs a person in, who chooses a role once and goes on to where they came from', async ({
  page,
}) => {
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
  } finally {
    await server.stop();
    google.close();
  }
});
