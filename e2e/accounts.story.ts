import { arrive } from './by-request.ts';
import { enterDemo, openLink, openView, signUp } from './people.ts';
import { personOf } from './prepared-people.ts';
import { expect, test } from './story.ts';

test('sign-up shows the broken rules in their order and keeps what was typed', async ({ page }) => {
  await page.goto('/auth?role=clipper');
  const create = page.getByRole('button', { name: 'Create Account' });
  const password = page.getByLabel('Password', { exact: true });
  const confirmation = page.getByLabel('Confirm password');
  await page.getByLabel('Email').fill('rules@people.example');
  await password.fill('abc');
  await create.click();
  await expect(page.getByText('Please fill in all fields.')).toBeVisible();
  await confirmation.fill('abd');
  await create.click();
  await expect(page.getByText('Password and confirmation do not match.')).toBeVisible();
  await confirmation.fill('abc');
  await create.click();
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible();

  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByText('Google Sign-In')).toBeVisible();
  await expect(page.getByText('Google authentication is coming soon!')).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: /^Host/ }).click();
  await expect(page.getByLabel('Email')).toHaveValue('rules@people.example');
});

test('sign-up ends with empty fields and a notice to open the mail, and an unverified login says so only after the right password', async ({
  page,
  complaints,
}) => {
  complaints.expect(/40[13]/);
  await page.goto('/auth?role=host');
  await page.getByLabel('Email').fill('late@people.example');
  await page.getByLabel('Password', { exact: true }).fill('sails-at-dawn');
  await page.getByLabel('Confirm password').fill('sails-at-dawn');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Please check your email to verify your account.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: /^Host/ }).click();
  for (const field of ['Email', 'Password', 'Confirm password'])
    await expect(page.getByLabel(field, { exact: true })).toHaveValue('');
  await page.getByRole('link', { name: 'Login' }).click();
  // Both forms have these fields, and the old form remains until the new one is there.
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  const signIn = page.getByRole('button', { name: 'Sign In', exact: true });
  await page.getByLabel('Email').fill('late@people.example');
  await page.getByLabel('Password').fill('another-guess');
  await signIn.click();
  await expect(page.getByText('Please check your email and password and try again.')).toBeVisible();
  await page.getByLabel('Password').fill('sails-at-dawn');
  await signIn.click();
  await expect(
    page.getByText('Please check your email to verify your account before signing in.'),
  ).toBeVisible();
});

test('a person who signs up from a listing returns to it, signed in, through the mail that a demo shows', async ({
  page,
}) => {
  const { rows } = await (await page.request.get('/api/listings')).json();
  const listing = `/listings/${rows[0].id}`;
  await page.goto(listing);
  await page.getByRole('link', { name: 'Sign up as a clipper' }).click();
  await expect(page.getByText('you are 18 or older')).toBeVisible();
  await page.getByLabel('Email').fill('from-a-listing@people.example');
  await page.getByLabel('Password', { exact: true }).fill('sails-at-dawn');
  await page.getByLabel('Confirm password').fill('sails-at-dawn');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('button', { name: 'Open my mail' }).click();
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`${listing}$`));
  await expect(page.getByRole('main').getByRole('link', { name: 'Submit Clip' })).toBeVisible();
});

test("a mailed link does nothing until its button is pressed, and asks another browser for the sign-up's password", async ({
  page,
  app,
  newPerson,
  complaints,
}) => {
  complaints.expect(/40[13]|410/);
  const email = 'opened-elsewhere@people.example';
  await page.goto('/auth?role=clipper');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('sails-at-dawn');
  await page.getByLabel('Confirm password').fill('sails-at-dawn');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Please check your email to verify your account.')).toBeVisible();
  const link = (await app.mailTo(email, /verify/i)).links[0]!;

  const elsewhere = await newPerson();
  const sent: string[] = [];
  elsewhere.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await elsewhere.goto(link);
  const verify = elsewhere.getByRole('button', { name: 'Verify my email' });
  await expect(verify).toBeVisible();
  await elsewhere.reload();
  await expect(verify).toBeVisible();
  expect(sent).toEqual([]);
  await verify.click();
  const password = elsewhere.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('a-guess');
  await verify.click();
  await expect(elsewhere.getByText('Nobody signed up with this address and this password.')).toBeVisible();
  await password.fill('sails-at-dawn');
  await verify.click();
  await expect(elsewhere.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Continue' }).click();
  await expect(elsewhere).toHaveURL(/\/clipper\/dashboard$/);

  await page.goto(link);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
});

test('areas are limited to their roles, and signing out leads home even when it fails', async ({
  page,
  app,
  newPerson,
  complaints,
}) => {
  // A request of the page during the sign-out gets 401.
  complaints.expect(/ERR_FAILED|401/);
  await page.goto('/host/dashboard');
  await expect(page).toHaveURL(/\/auth$/);
  const person = await arrive(page, app, 'room_keeper');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/clipper\/dashboard$/);
  await expect(page.getByText(`@${person.username}`).first()).toBeVisible();
  const host = await newPerson();
  await enterDemo(host, 'host');
  await host.goto('/dashboard');
  await expect(host).toHaveURL(/\/host\/dashboard$/);
  await page.goto('/host/budget');
  await expect(page).toHaveURL(/\/clipper\/dashboard$/);
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/clipper\/dashboard$/);
  await page.goto(`/@${person.username}`);
  await expect(page.getByText('CLIPPER', { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.unroute('**/api/auth/sign-out');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/clipper\/dashboard$/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth\?mode=login$/);
});

test('the onboarding has its six steps in order, and only an available name can be saved', async ({
  page,
  app,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const email = 'closer@people.example';
  await page.goto('/auth?role=host');
  await signUp(page, app, email, 'sails-at-dawn');

  const dialog = page.getByRole('dialog');
  const back = dialog.getByRole('button', { name: 'Back' });
  const shows = async (step: number, title: string) => {
    await expect(dialog.getByText(`Step ${step} of 6`)).toBeVisible();
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
  };
  const lessons = ['Welcome to Permille', 'Create a listing', 'Review submissions', 'Watch your budget'];
  for (const [at, title] of lessons.entries()) {
    await shows(at + 1, title);
    await expect(back).toHaveCount(at === 0 ? 0 : 1);
    await dialog.getByRole('button', { name: 'Next' }).click();
  }
  await shows(5, 'Pick your public handle');
  for (const at of [4, 3, 2, 1]) {
    await back.click();
    await shows(at, lessons[at - 1]!);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await shows(5, 'Pick your public handle');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Step 5 of 6')).toBeVisible();

  const setup = dialog.getByRole('button', { name: 'Complete Setup' });
  const username = dialog.getByLabel('Username');
  await expect(setup).toBeDisabled();
  await username.fill('Ab');
  await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible();
  await username.fill('');
  await expect(dialog.getByText('Username is required')).toBeVisible();
  await username.fill('admin');
  await expect(dialog.getByText('Username is already taken')).toBeVisible();
  await expect(setup).toBeDisabled();
  await page.route('**/api/profiles/username-available*', (route) => route.abort());
  await username.fill('closed');
  await expect(dialog.getByText('The name could not be checked. Try again.')).toBeVisible();
  await expect(setup).toBeDisabled();
  await page.unroute('**/api/profiles/username-available*');
  await username.fill('Clo.ser');
  await expect(username).toHaveValue('closer');
  await expect(dialog.getByText('Letters, numbers and underscores only (3+ characters).')).toBeVisible();
  await setup.click();
  await shows(6, 'You are set up');
  await dialog.getByRole('button', { name: 'Get Started' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/clipper/earnings');
  await expect(page).toHaveURL(/\/host\/dashboard$/);
  await expect(page.getByText('@closer').first()).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a forgotten password is replaced through a mailed link that works once', async ({
  page,
  app,
  complaints,
}) => {
  complaints.expect(/410/);
  const person = personOf('forgetful');
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('is on its way')).toBeVisible();
  const link = (await app.mailTo(person.email, /new password/i)).links[0]!;
  for (const outcome of ['Password changed', 'Link expired']) {
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('moored-by-noon');
    await page.getByLabel('Confirm new password').fill('moored-by-noon');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText(outcome)).toBeVisible();
  }
});

test('the panel opens through its own form only, and reconciles the ledger', async ({
  page,
  app,
  complaints,
}) => {
  complaints.expect(/401/);
  await page.goto('/admin');
  await page.getByLabel('Username').fill(app.admin.username);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(page.getByText('Invalid credentials')).toBeVisible();
  await page.getByLabel('Password').fill(app.admin.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(page.getByText('Welcome to the Admin Panel')).toBeVisible();
  await openView(page, 'Reconciliation');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Asked for')).toBeVisible();
  await expect(page.getByText('All invariants hold')).toBeVisible();
  await openView(page, 'Trial balance');
  await expect(page.getByText('Balanced', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Balances of hosts' }).click();
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('row', { name: /Deposit.*\+\$/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('a person who has not verified yet gets another link by mail, after sign-up and when signing in, and it works', async ({
  page,
  app,
  complaints,
}) => {
  complaints.expect(/403/);
  const email = 'impatient@people.example';
  const password = 'sails-at-dawn';
  await page.goto('/auth?role=clipper');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('check your email to verify')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Link sent')).toBeVisible();
  const toThem = async () =>
    (await app.outbox()).filter(({ to, subject }) => to === email && /verify/i.test(subject));
  expect(await toThem()).toHaveLength(2);

  await page.getByRole('button', { name: 'Back to Login' }).click();
  // Both forms have these fields, and the old form remains until the new one is there.
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Send again' }).click();
  await expect.poll(async () => (await toThem()).length).toBe(3);
  await openLink(page, (await toThem())[0]!.links[0]!);
});
