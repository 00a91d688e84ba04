import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';

/** The way back from a page about listings to the list of them. */
export function ListingTrail({ here }: { here: string }) {
  return (
    <nav aria-label="Breadcrumb" className="-mb-3 flex items-center gap-1.5 text-muted text-sm print:hidden">
      <Link to={paths.hostListings()} className="hover:text-ink">
        My Listings
      </Link>
      <ChevronRight aria-hidden className="size-3.5" />
      <span>{here}</span>
    </nav>
  );
}
