import { Link } from 'react-router';
import { HostPromise } from '#web/features/proofs/host-promise.tsx';
import { paths } from '../paths.ts';
import { InfoPage } from './info-page.tsx';
import { SideNotes } from './info-parts.tsx';

const notes = [
  {
    title: 'What is promised',
    text: 'You pay for verified views. Nobody can find every bought view, so we say how many dollars get through.',
  },
  {
    title: 'How it is measured',
    text: 'Clips are audited at random. The probability of each audit is known, so the bought views that audits find show how many views the audits missed.',
  },
  {
    title: 'When views were bought',
    text: 'They earn nothing. Money already paid for them goes back to your listing, even if the clipper has withdrawn it.',
  },
];

export function PromisePage() {
  return (
    <InfoPage
      title="What We Promise Hosts"
      description="What hosts lose to bought views per $1,000 paid, measured by random audits, and what was given back."
      lead="Some bought views get through everywhere. Here is how much they cost you, measured by random audits."
    >
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[1.4fr_1fr]">
        <HostPromise />
        <SideNotes title="About these figures" notes={notes}>
          Read{' '}
          <Link to={paths.howItWorks()} className="link text-ink">
            how views are verified
          </Link>
          .
        </SideNotes>
      </div>
    </InfoPage>
  );
}
