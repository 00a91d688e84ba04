import { useParams } from 'react-router';
import { useSession } from '#web/features/accounts/session.ts';
import { ListingView } from '#web/features/listings/listing-view.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { ReadingWidth } from './reading-width.tsx';

const ForClippers = lazyPart(async () => (await import('./for-clippers.tsx')).ForClippers);

/** Shows a listing to everyone. A signed-in clipper can also follow its host. */
export function ListingPage() {
  const { id = '' } = useParams();
  const session = useSession();
  // If the session can't be loaded, the page is shown as to a visitor.
  const viewer = session.isError ? null : session.data?.user;
  return (
    <ReadingWidth>
      <ListingView
        id={id}
        viewer={viewer}
        actions={(username) =>
          viewer?.role === 'clipper' ? (
            <div className="self-start">
              <ForClippers username={username} />
            </div>
          ) : null
        }
      />
    </ReadingWidth>
  );
}
