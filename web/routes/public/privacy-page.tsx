import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { privacySections } from '#web/features/legal/privacy-content.ts';
import { useAnchor } from './anchor.ts';

export function PrivacyPage() {
  useAnchor();
  return (
    <LegalPage
      title="Privacy Policy"
      description="What Permille stores about you, what for, who sees it, and how long it is kept."
      lead="What we store about you, what for, who sees it, and how long it is kept."
      sections={privacySections}
    />
  );
}
