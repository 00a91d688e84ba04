import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sessionEnded } from './routes/guard.tsx';
import { screen, signedIn } from './testing/screen.tsx';
import { ErrorBoundary } from './ui/pages/error-boundary.tsx';
import { OptionalPart } from './ui/pages/optional-part.tsx';

const listing = '/listings/01900000-0000-7000-8000-000000000002';

test('visitors read listings in the public layout, signed-in people in their own', async () => {
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

/** Returns what an `OptionalPart` renders if its scripts did not load. */
function withoutPart(extra: ReturnType<typeof OptionalPart>): string {
  const boundary = new ErrorBoundary(extra.props);
  boundary.state = ErrorBoundary.getDerivedStateFromError();
  return renderToStaticMarkup(boundary.render());
}

test('if the dialog to sign in again does not load, the page still says that the session has ended', () => {
  expect(withoutPart(OptionalPart({ children: 'another part' }))).toBe('');
  const ended = withoutPart(OptionalPart({ instead: sessionEnded, children: 'the dialog' }));
  expect(ended).toMatch(/role="alert"[^>]*>Your session has ended\. Reload the page\.</);
});
