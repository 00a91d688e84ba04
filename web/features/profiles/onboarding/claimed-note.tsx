import { useEffect } from 'react';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { profilePrefix } from './username.ts';

/** Milliseconds in which a person can read two lines. Faster readers can press the link. */
const READING_MS = 5_000;

/** Focuses the link, because the button that had the focus has disappeared. */
const takeFocus = (link: HTMLAnchorElement | null): void => link?.focus();

/** Confirms the claimed name, then loads the page at `to`, so that the whole page shows the new name. */
export function ClaimedNote({ username, to }: { username: string; to: string }) {
  useEffect(() => {
    const timer = setTimeout(() => window.location.assign(to), READING_MS);
    return () => clearTimeout(timer);
  }, [to]);
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <div>
        <h1 className="disp text-2xl">Username set</h1>
        <p className="mt-2 wrap-anywhere text-muted">
          {profilePrefix()}
          {username} is yours.
        </p>
      </div>
      {/* This is a plain link, so that the browser loads the whole page. */}
      <a href={to} ref={takeFocus} className={buttonStyle({ variant: 'primary', size: 'lg' })}>
        Go to your dashboard
      </a>
    </div>
  );
}
