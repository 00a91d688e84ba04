import { useEffect, useState } from 'react';

/**
 * Whether somebody is signed in, for pages that ask the server nothing else: it reads the one fact without the query
 * cache and the schemas, which together weigh as much as such a page. A server that does not answer knows nobody.
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
