import { Link } from 'react-router';
import { HelpList } from '#web/features/support/help-list.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { paths } from '../paths.ts';
import { useAnchor } from './anchor.ts';
import { InfoPage } from './info-page.tsx';

export function HelpCenterPage() {
  const opened = useAnchor();
  return (
    <InfoPage
      title="Help center"
      description="Answers about payouts, verification, reviews, budgets and submitting clips."
      lead="Five answers to most questions. Can’t find yours? Contact us."
      action={
        <Link to={paths.contact()} className={buttonStyle({ size: 'lg' })}>
          Contact Support
        </Link>
      }
    >
      <HelpList opened={opened} />
    </InfoPage>
  );
}
