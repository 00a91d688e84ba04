import { signUp } from './people.ts';
import { personOf } from './prepared-people.ts';
import { expect, test } from './story.ts';

test('a person who only uses the keyboard types the username at once, and finds it again after Back', async ({
  app,
  page,
}) => {
  const person = personOf('key_larder');
  await page.goto('/auth');
  await page.getByRole('button', { name: /Clipper/ }).click();
  await signUp(page, app, person.email, person.password);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Username');
  const [next, back] = ['Next', 'Back'].map((name) => dialog.getByRole('button', { name }));
  const isAt = (step: number) => expect(dialog.getByText(`Step ${step} of 6`)).toBeVisible();
  for (let step = 1; step < 5; step++) {
    await isAt(step);
    await expect(next!).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(field).toBeFocused();
  await page.keyboard.type('key_lar');
  await expect(field).toHaveValue('key_lar');

  await page.keyboard.press('Tab');
  await expect(back!).toBeFocused();
  for (let step = 4; step > 1; step--) {
    await page.keyboard.press('Enter');
    await isAt(step);
    await expect(back!).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await isAt(1);
  await expect(next!).toBeFocused();
  // Closing the dialog leads to the username too.
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('key_lar');
  await page.keyboard.press('End');
  await page.keyboard.type('der');
  await expect(field).toHaveValue('key_larder');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Get Started' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
});
