import { useEffect, useState } from 'react';

/**
 * Whether somebody is signed in, for pages without other calls. It works without the query cache and the
 * schemas, because those are as large as such pages. Returns false if the server does not answer.
 */
export function useSignedIn(): boolean {
  const [signedIn, setSignedIn] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    fetch('/api/session', { credentials: 'same-origin', signal: gone.signal })
      .then((reply) => reply.json())
      .then((session: { user?: unknown }) => setSignedIn(Boolean(session.user)))
      .catch(() => undefined);
    return () => gone.abort();
  }, []);
  return signedIn;
}
