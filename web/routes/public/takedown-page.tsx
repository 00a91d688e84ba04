import { Link } from 'react-router';
import { namesText } from '#contract/platforms/platform-names.ts';
import { TakedownForm } from '#web/features/support/takedown-form.tsx';
import { paths } from '../paths.ts';
import { InfoPage } from './info-page.tsx';
import { SideNotes } from './info-parts.tsx';

const steps = [
  {
    title: 'Who can ask',
    text: 'The owner of a work, or someone who may act for the owner. Both statements and your name as signature make it a request.',
  },
  {
    title: 'What we do',
    text: 'Our team reviews it and answers within 24-48 hours. A source or a listing of ours that infringes is removed; a clip that does stops earning.',
  },
  {
    title: 'What only the platform can do',
    text: `A post lives on ${namesText('or')}. To have the post itself removed, send them a request too.`,
  },
  {
    title: 'Who is notified',
    text: 'The host or clipper concerned learns that a request was made and for which work. Your email address stays with us.',
  },
];

export function TakedownPage() {
  return (
    <InfoPage
      title="Takedown Request"
      description="Ask Permille to take down a clip or a source that uses your work without permission."
      lead="Does a clip or a source here use your work without permission? Tell us which one, and our team will check it."
    >
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[1.4fr_1fr]">
        <TakedownForm />
        <SideNotes title="What happens" notes={steps}>
          For anything else,{' '}
          <Link to={paths.contact()} className="link text-ink">
            contact support
          </Link>
          .
        </SideNotes>
      </div>
    </InfoPage>
  );
}
