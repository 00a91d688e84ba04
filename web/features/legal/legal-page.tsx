import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/routes/paths.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';

export interface LegalSection {
  /** Its address behind the #. */
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
  /** Links at the end of the section. */
  link?: { to: string; text: string };
}

export interface LegalPageProps {
  title: string;
  /** What a search engine shows below the title. */
  description: string;
  lead: string;
  sections: readonly LegalSection[];
  children?: ReactNode;
}

/** A legal text with its contents beside it, each section under an address of its own. */
export function LegalPage({ title, description, lead, sections, children }: LegalPageProps) {
  return (
    <article className="mx-auto max-w-[1280px] px-8 pt-12 pb-22 max-md:px-4 max-md:pt-8 max-md:pb-14">
      <PageMeta title={`${title} · Permille`} description={description} />
      <header className="border-ink border-b pb-7">
        <h1 className="disp text-4xl max-md:text-3xl" tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-4 max-w-170 text-lg text-muted">{lead}</p>
        <p className="mt-4 text-muted text-sm">Last updated: January 1, 2025</p>
      </header>
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 pt-8 md:grid-cols-[15rem_1fr]">
        <Contents sections={sections} />
        <div className="flex max-w-170 flex-col gap-10">
          {children}
          {sections.map((section, at) => (
            <Section key={section.id} section={section} number={at + 1} />
          ))}
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

function Contents({ sections }: Pick<LegalPageProps, 'sections'>) {
  return (
    <nav aria-label="On this page" className="self-start md:sticky md:top-21">
      <ol className="flex flex-col text-muted">
        {sections.map((section, at) => (
          <li key={section.id}>
            <a href={`#${section.id}`} className="flex gap-2.5 py-1.25 hover:text-ink">
              <span className="num w-5 shrink-0 text-md leading-[1.3]">{at + 1}</span>
              {section.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Section({ section, number }: { section: LegalSection; number: number }) {
  return (
    <section id={section.id} aria-labelledby={`${section.id}-title`} className="scroll-mt-21">
      <h2 id={`${section.id}-title`} className="font-bold text-lg">
        {number}. {section.title}
      </h2>
      {section.paragraphs.map((text) => (
        <p key={text} className="mt-3 text-md leading-[1.6]">
          {text}
        </p>
      ))}
      {section.points ? (
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 text-md leading-[1.55] marker:text-faint">
          {section.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ) : null}
      {section.link ? (
        <p className="mt-3 text-md">
          <Link to={section.link.to} className="link">
            {section.link.text}
          </Link>
        </p>
      ) : null}
    </section>
  );
}
