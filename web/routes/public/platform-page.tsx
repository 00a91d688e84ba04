import { FORMATS } from '#contract/platforms/platform-texts.ts';
import { clipperPoints, hostPoints, moneyPoints } from '#web/features/marketing/platform-content.ts';
import { InfoPage } from './info-page.tsx';
import { Band, Points, SignUpLinks } from './info-parts.tsx';

export function PlatformPage() {
  return (
    <InfoPage
      title="The platform"
      description="What Permille does for hosts and for clippers, and how it keeps track of every cent."
      lead={`A marketplace for short clips, paid per 1,000 verified views on ${FORMATS}. It is in beta.`}
      action={<SignUpLinks />}
    >
      <Band title="For hosts" lead="You have the video. Others find the moments that travel.">
        <Points items={hostPoints} />
      </Band>
      <Band title="For clippers" lead="You always see what you have earned, why, and what happens next.">
        <Points items={clipperPoints} />
      </Band>
      <Band title="For both: the money" lead="A platform that counts other people’s money has to count well.">
        <Points items={moneyPoints} />
      </Band>
    </InfoPage>
  );
}
