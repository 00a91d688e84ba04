import { Link } from 'react-router';
import { ContactForm } from '#web/features/support/contact-form.tsx';
import { paths } from '../paths.ts';
import { InfoPage } from './info-page.tsx';

const hints = [
  {
    title: 'Billing',
    text: 'Deposits, payouts and refund requests, which are accepted within 30 days of the original transaction. Name the date and the amount.',
  },
  {
    title: 'Account',
    text: 'Access, connected platforms, bans, and what we store about you. Write from the e-mail address of your account.',
  },
  { title: 'Bug Report', text: 'What you did, what you saw, and the address of the page.' },
  { title: 'Feedback', text: 'What is missing, and what you would do with it.' },
];

export function ContactPage() {
  return (
    <InfoPage
      title="Contact Support"
      description="Write to Permille about billing, your account, a bug or an idea. We answer within 24-48 hours."
      lead="Write to us and a person answers, within 24-48 hours."
    >
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[1.4fr_1fr]">
        <ContactForm />
        <aside aria-labelledby="which" className="flex flex-col gap-4">
          <h2 id="which" className="font-bold text-md">
            Which category
          </h2>
          <dl className="border-line border-t">
            {hints.map((hint) => (
              <div key={hint.title} className="border-line border-b py-3.5">
                <dt className="font-semibold">{hint.title}</dt>
                <dd className="mt-1 text-muted">{hint.text}</dd>
              </div>
            ))}
          </dl>
          <p className="text-muted">
            Many answers are ready in the{' '}
            <Link to={paths.helpCenter()} className="link text-ink">
              help center
            </Link>
            .
          </p>
        </aside>
      </div>
    </InfoPage>
  );
}
