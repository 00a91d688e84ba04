import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: string;
  /** One line that explains the page. */
  meaning?: ReactNode;
  /** The page's main action, at the right. */
  action?: ReactNode;
  /** The tab's title; "{title} · Permille" when absent; null if the page sets its metadata itself. */
  documentTitle?: string | null;
  /** Asks search engines not to index the page. */
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
