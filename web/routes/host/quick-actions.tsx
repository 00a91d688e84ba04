import { ChevronRight, Inbox, type LucideIcon, Plus, ShieldCheck, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { Panel } from '#web/ui/pages/panel.tsx';
import { paths } from '../paths.ts';

const rowStyle =
  'flex w-full items-center gap-3 border-line border-b px-4.5 py-3.75 text-left font-semibold hover:bg-hover max-md:px-4';

export function QuickActions({ onAddFunds }: { onAddFunds: () => void }) {
  return (
    <Panel title="Quick Actions" flush>
      <ul className="[&>li:last-child>*]:rounded-b-panel [&>li:last-child>*]:border-b-0">
        <li>
          <Link to={paths.hostCreate()} className={rowStyle}>
            <Caption icon={Plus}>Create New Listing</Caption>
          </Link>
        </li>
        <li>
          <Link to={paths.hostSubmissions()} className={rowStyle}>
            <Caption icon={Inbox}>Review Submissions</Caption>
          </Link>
        </li>
        <li>
          <button type="button" className={rowStyle} onClick={onAddFunds}>
            <Caption icon={Wallet}>Add Funds</Caption>
          </button>
        </li>
        <li>
          <Link to={paths.promise()} className={rowStyle}>
            <Caption icon={ShieldCheck}>What we promise hosts</Caption>
          </Link>
        </li>
      </ul>
    </Panel>
  );
}

function Caption({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <>
      <Icon aria-hidden className="size-4 text-muted" />
      <span className="flex-1">{children}</span>
      <ChevronRight aria-hidden className="size-4 text-muted" />
    </>
  );
}
