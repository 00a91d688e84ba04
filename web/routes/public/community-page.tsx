import { Link } from 'react-router';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { ServedText, useServedText } from '#web/ui/texts/served-text.tsx';
import { paths } from '../paths.ts';
import { InfoPage } from './info-page.tsx';

export function CommunityPage() {
  const { lead, body } = useServedText('community');
  return (
    <InfoPage
      title="Community"
      description="Chat server, meetups, social feed, video channel and the Beta Testing Program."
      lead="Where the people who film and the people who cut meet."
    >
      <ServedText of="community.lead" html={lead} className="served-figures" />
      <ServedText of="community.body" html={body} className="served-cards" />
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
