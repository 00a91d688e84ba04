import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { termsSections } from '#web/features/legal/terms-content.ts';
import { useAnchor } from './anchor.ts';

export function TermsPage() {
  useAnchor();
  return (
    <LegalPage
      title="Terms of Service"
      description="The rules between hosts, clippers and Permille: accounts, listings, views, payouts, refunds and bans."
      lead="The rules between hosts, clippers and us, in eight sections and plain words."
      sections={termsSections}
    />
  );
}
