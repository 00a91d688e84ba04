import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { Studio } from '#web/features/studio/studio.tsx';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import { Guard } from '../guard.tsx';

/**
 * Whether the document was loaded at this address. The security policy of other documents forbids what the
 * studio needs.
 */
function isOwnDocument(pathname: string): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry === undefined || new URL(entry.name).pathname === pathname;
}

/**
 * Shows the Clip Studio of a listing. It has no layout of the clipper's area, because it uses the whole
 * screen.
 */
export function StudioPage() {
  const { listing = '' } = useParams();
  return (
    <Guard only="clipper">
      {({ user }) => <OwnDocument key={listing} listing={listing} clipperId={user.id} />}
    </Guard>
  );
}

function OwnDocument({ listing, clipperId }: { listing: string; clipperId: string }) {
  const [own] = useState(() => typeof location === 'undefined' || isOwnDocument(location.pathname));
  useEffect(() => {
    if (!own) location.reload();
  }, [own]);
  return own ? <Studio listingId={listing} clipperId={clipperId} /> : <Spinner label="Opening the studio" />;
}
