import { Link } from 'react-router';
import { REFUND_SELF_DAYS } from '#contract/limits.ts';
import { ContactForm } from '#web/features/support/contact-form.tsx';
import { paths } from '../paths.ts';
import { InfoPage } from './info-page.tsx';
import { SideNotes } from './info-parts.tsx';

const hints = [
  {
    title: 'Billing',
    text: `Deposits, payouts and refund requests, which are accepted within ${REFUND_SELF_DAYS} days of the original transaction. Name the date and the amount.`,
  },
  {
    title: 'Account',
    text: 'Access, connected platforms, bans, and what we store about you. Write from the email address of your account.',
  },
  { title: 'Bug Report', text: 'What you did, what you saw, and the address of the page.' },
  { title: 'Feedback', text: 'What is missing, and what you would do with it.' },
];

export function ContactPage() {
  return (
    <InfoPage
      title="Contact Support"
      description="Write to Permille about billing, your account, a bug or an idea. We answer within 24-48 hours."
      lead="Write to us and our team answers within 24-48 hours."
    >
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[1.4fr_1fr]">
        <ContactForm />
        <SideNotes title="Which category" notes={hints}>
          Many answers are ready in the{' '}
          <Link to={paths.helpCenter()} className="link text-ink">
            help center
          </Link>
          .
        </SideNotes>
      </div>
    </InfoPage>
  );
}
