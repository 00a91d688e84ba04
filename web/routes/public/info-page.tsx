import type { ReactNode } from 'react';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { useAnchor } from './anchor.ts';

export interface InfoPageProps {
  title: string;
  /** The page's description in search results. */
  description: string;
  lead: ReactNode;
  /** One or two buttons beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A public page with a heading, a sentence about its purpose, and sections. */
export function InfoPage({ title, description, lead, action, children }: InfoPageProps) {
  useAnchor();
  return (
    <div className="mx-auto flex max-w-[1280px] flex-col gap-14 px-8 pt-12 pb-22 max-md:gap-10 max-md:px-4 max-md:pt-8 max-md:pb-14">
      <PageMeta title={`${title} · Permille`} description={description} />
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6 border-ink border-b pb-7">
        <div>
          <h1 className="disp text-4xl max-md:text-3xl" tabIndex={-1}>
            {title}
          </h1>
          <p className="mt-4 max-w-150 text-lg text-muted">{lead}</p>
        </div>
        {action ? <div className="flex flex-wrap gap-2.5">{action}</div> : null}
      </header>
      {children}
    </div>
  );
}
