import { useSession } from '#web/features/accounts/session.ts';
import { areas } from './clip-area.tsx';
import { PublicArea } from './public/area.tsx';

/** The same element at every render: another would reach a page that is not hydrated yet, and React would draw it anew. */
const publicArea = <PublicArea />;

/** Around what everyone may read: the own layout of hosts and clippers who are signed in, else the public one. */
export function ReadingArea() {
  const role = useSession().data?.user?.role;
  if (role !== 'host' && role !== 'clipper') return publicArea;
  const Area = areas[role];
  return <Area />;
}
