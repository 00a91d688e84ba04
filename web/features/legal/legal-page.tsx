import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/routes/paths.ts';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { ServedText, useServedText } from '#web/ui/texts/served-text.tsx';

export interface LegalPageProps {
  /** The name by which the server finds the text. */
  name: 'terms' | 'privacy' | 'cookies' | 'api' | 'errors';
  title: string;
  /** The page's description in search results. */
  description: string;
  children?: ReactNode;
}

/** Shows a legal text, or one about the API, with a table of contents. Each section has its own anchor. */
export function LegalPage({ name, title, description, children }: LegalPageProps) {
  const { lead, contents, body } = useServedText(name);
  return (
    <article className="mx-auto max-w-[1280px] px-8 pt-12 pb-22 max-md:px-4 max-md:pt-8 max-md:pb-14">
      <PageMeta title={`${title} · Permille`} description={description} />
      <header className="border-ink border-b pb-7">
        <h1 className="disp text-4xl max-md:text-3xl" tabIndex={-1}>
          {title}
        </h1>
        <ServedText of={`${name}.lead`} html={lead} className="served-lead max-w-170" />
      </header>
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 pt-8 md:grid-cols-[15rem_minmax(0,1fr)]">
        <nav
          aria-label="On this page"
          className="max-h-82 self-start overflow-y-auto text-muted md:sticky md:top-21 md:max-h-[calc(100dvh-7rem)]"
        >
          <ServedText as="ol" of={`${name}.contents`} html={contents} className="served-contents" />
        </nav>
        <div className="flex max-w-170 flex-col gap-10">
          {children}
          <ServedText of={`${name}.body`} html={body} />
          <p className="border-line border-t pt-6 text-muted">
            Something here is unclear?{' '}
            <Link to={paths.contact()} className="link text-ink">
              Contact Support
            </Link>
            : we answer within 24-48 hours.
          </p>
        </div>
      </div>
    </article>
  );
}
