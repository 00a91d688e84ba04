import { Link } from 'react-router';
import { communityCards, communityFacts } from '#web/features/support/community-content.ts';
import { buttonStyle } from '#web/ui/button.tsx';
import { paths } from '../paths.ts';
import { InfoPage } from './info-page.tsx';

export function CommunityPage() {
  return (
    <InfoPage
      title="Community"
      description="Chat server, meetups, social feed, video channel and the Beta Testing Program."
      lead="Where the people who film and the people who cut meet."
    >
      <dl className="flex flex-wrap gap-x-16 gap-y-6">
        {communityFacts.map((fact) => (
          <div key={fact.name}>
            <dt className="text-muted">{fact.name}</dt>
            <dd className="num mt-2 text-3xl">{fact.value}</dd>
          </div>
        ))}
      </dl>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {communityCards.map((card) => (
          <li key={card.title} className="rounded-panel border border-line bg-surface p-6 max-md:p-4">
            <h2 className="font-bold text-md">{card.title}</h2>
            <p className="mt-1.5 text-muted">{card.text}</p>
            <Link to={paths.contact()} className="link mt-3 inline-block">
              {card.ask}
            </Link>
          </li>
        ))}
      </ul>
      <p className="max-w-150 text-md text-muted">
        To be invited,{' '}
        <Link to={paths.contact()} className="link text-ink">
          write to us
        </Link>{' '}
        under Feedback and say what you film or cut.
      </p>
      <section
        aria-labelledby="beta"
        className="flex flex-wrap items-center justify-between gap-6 rounded-panel border border-signal-line bg-signal px-8 py-7 text-signal-ink max-md:px-5"
      >
        <div className="max-w-140">
          <h2 id="beta" className="disp text-2xl">
            Beta Testing Program
          </h2>
          <p className="mt-2.5">
            Try what is new before everyone else, and tell us what breaks. Write to us under Feedback to join.
          </p>
        </div>
        <Link to={paths.contact()} className={buttonStyle({ variant: 'ink', size: 'lg' })}>
          Join the Beta
        </Link>
      </section>
    </InfoPage>
  );
}
