import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { useAnchor } from './anchor.ts';

export function PrivacyPage() {
  useAnchor();
  return (
    <LegalPage
      name="privacy"
      title="Privacy Policy"
      description="What Permille stores about you, what for, who sees it, and how long it is kept."
    />
  );
}
