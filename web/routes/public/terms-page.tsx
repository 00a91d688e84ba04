import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { useAnchor } from './anchor.ts';

export function TermsPage() {
  useAnchor();
  return (
    <LegalPage
      name="terms"
      title="Terms of Service"
      description="The rules between hosts, clippers and Permille: accounts, listings, views, payouts, refunds and bans."
    />
  );
}
