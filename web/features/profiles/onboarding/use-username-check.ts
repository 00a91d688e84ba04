import { useRef, useState } from 'react';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { brokenRule, cleanUsername, onboardingLabels } from './username.ts';

const PAUSE_MS = 300;

export interface UsernameCheck {
  value: string;
  edit: (typed: string) => void;
  /** The error below the input; undefined before the first edit and if there is no error. */
  error: string | undefined;
  state: 'idle' | 'checking' | 'free' | 'bad';
}

/**
 * Checks a username when the person pauses typing. A late reply about an earlier name is never shown for the
 * current name.
 */
export function useUsernameCheck(initial: string): UsernameCheck {
  const [value, setValue] = useState(initial);
  const [asked, setAsked] = useState(initial);
  const [edited, setEdited] = useState(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const edit = (typed: string) => {
    const next = cleanUsername(typed);
    setValue(next);
    setEdited(true);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => setAsked(next), PAUSE_MS);
  };
  const rule = brokenRule(value);
  const settled = asked === value;
  const { data, isError } = useRead(
    routes.usernameAvailable,
    { query: { username: asked } },
    { enabled: settled && rule === null, retry: 1 },
  );
  if (rule) return { value, edit, error: edited ? onboardingLabels[rule] : undefined, state: 'bad' };
  if (!settled) return { value, edit, error: undefined, state: 'checking' };
  if (isError) return { value, edit, error: 'The name could not be checked. Try again.', state: 'bad' };
  if (data?.available === false) return { value, edit, error: onboardingLabels.taken, state: 'bad' };
  return { value, edit, error: undefined, state: data ? 'free' : 'checking' };
}
