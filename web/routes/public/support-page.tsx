import { ArrowRight, BookOpen, Mail, Users } from 'lucide-react';
import { Link } from 'react-router';
import { PlatformStatus } from '#web/features/support/platform-status.tsx';
import { popularTopics, supportChannels } from '#web/features/support/support-content.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { paths } from '../paths.ts';
import { InfoPage } from './info-page.tsx';

const cards = [
  {
    title: 'Help center',
    text: 'Answers about payouts, verification, reviews and budgets.',
    to: paths.helpCenter(),
    Icon: BookOpen,
  },
  {
    title: 'Contact',
    text: 'Write to us about billing, your account, a bug or an idea.',
    to: paths.contact(),
    Icon: Mail,
  },
  {
    title: 'Community',
    text: 'Where hosts and clippers meet, and how to join the beta tests.',
    to: paths.community(),
    Icon: Users,
  },
];

export function SupportPage() {
  return (
    <InfoPage
      title="Support Center"
      description="Help center, contact, community, popular topics and the platform's status."
      lead="Find an answer, or someone who has one."
      action={
        <>
          <Link to={paths.contact()} className={buttonStyle({ variant: 'primary', size: 'lg' })}>
            Contact Support
          </Link>
          <Link to={paths.helpCenter()} className={buttonStyle({ size: 'lg' })}>
            Browse Help Center
          </Link>
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-5 max-md:gap-4 md:grid-cols-3">
        {cards.map(({ title, text, to, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full flex-col gap-2 rounded-panel border border-line bg-surface p-6 hover:border-line-strong max-md:p-4"
            >
              <Icon aria-hidden className="size-5 text-muted" />
              <h2 className="mt-2 font-bold text-md">{title}</h2>
              <span className="text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
        <Panel title="Popular topics" flush>
          <ul className="divide-y divide-line px-4.5 max-md:px-4">
            {popularTopics.map(({ title, answer }) => (
              <li key={answer}>
                <Link
                  to={`${paths.helpCenter()}#${answer}`}
                  className="flex items-center justify-between gap-4 py-3 hover:text-muted"
                >
                  {title}
                  <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Support channels">
          <Facts>
            {supportChannels.map(({ name, value }) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </Facts>
          <p className="mt-4 border-line border-t pt-3.5 text-muted">
            Is your work being used without permission?{' '}
            <Link to={paths.takedown()} className="link text-ink">
              Request a takedown
            </Link>
          </p>
        </Panel>
        <PlatformStatus />
      </div>
    </InfoPage>
  );
}
