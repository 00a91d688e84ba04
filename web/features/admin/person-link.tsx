import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/routes/paths.ts';

/** A person's name as a link to their page. */
export const PersonLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to={paths.adminPerson(id)} className="font-semibold hover:underline">
    {children}
  </Link>
);
