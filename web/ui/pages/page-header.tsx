import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: string;
  /** A line that explains the page. */
  meaning?: ReactNode;
  /** The page's main action, at the right. */
  action?: ReactNode;
  /** Title of the tab; "{title} · Permille" by default. Null if the page sets its metadata itself. */
  documentTitle?: string | null;
  /** True asks search engines not to index the page. */
  noIndex?: boolean;
}

export function PageHeader({ title, meaning, action, documentTitle, noIndex }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      {documentTitle === null ? null : <title>{documentTitle ?? `${title} · Permille`}</title>}
      {noIndex ? <meta name="robots" content="noindex" /> : null}
      <div className="min-w-0">
        <h1 className="disp wrap-anywhere text-2xl" tabIndex={-1}>
          {title}
        </h1>
        {meaning ? <p className="mt-1.75 text-muted">{meaning}</p> : null}
      </div>
      {action ? <div className="flex flex-wrap items-center gap-2">{action}</div> : null}
    </div>
  );
}
