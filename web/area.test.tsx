import { expect, test } from 'vitest';
import { screen, signedIn } from './testing/screen.tsx';

const listing = '/listings/01900000-0000-7000-8000-000000000002';

test('listings are read in the public layout by visitors, and in the own one by whoever is signed in', async () => {
  for (const path of ['/explore', listing]) {
    const visitor = await screen(path, [signedIn(null)]);
    expect(visitor.text).toContain('Sign Up');
    expect(visitor.text).not.toMatch(/(?:Host|Clipper) Account/);
    const host = await screen(path, [signedIn('host')]);
    expect(host.text).toContain('Host Account');
    expect(host.text).not.toContain('Sign Up');
  }
  const clipper = await screen(listing, [signedIn('clipper')]);
  expect(clipper.text).toContain('Clipper Account');
});
