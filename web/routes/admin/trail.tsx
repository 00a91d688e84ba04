import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

/** A link from an object's page to the view that lists it. */
export function Trail({ to, name, id }: { to: string; name: string; id: string }) {
  return (
    <nav aria-label="Breadcrumb" className="-mb-3 flex items-center gap-1.5 text-muted text-sm">
      <Link to={to} className="hover:text-ink">
        {name}
      </Link>
      <ChevronRight aria-hidden className="size-3.5" />
      <span className="mono">{id.slice(-8)}</span>
    </nav>
  );
}
