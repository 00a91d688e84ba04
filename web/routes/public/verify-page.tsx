import { Link } from 'react-router';
import { VerifyForm } from '#web/features/verified-records/verify-form.tsx';
import { paths } from '../paths.ts';
import { InfoPage } from './info-page.tsx';
import { SideNotes } from './info-parts.tsx';

const notes = [
  {
    title: 'What it says',
    text: 'How many clips of a clipper were approved, and how many of their views were verified. If the clipper shares it, also what those clips earned. All figures are as of signing.',
  },
  {
    title: 'How it is checked',
    text: 'By the signature of Permille, and by whether the clipper still shares it. Nothing that you paste is kept.',
  },
  {
    title: 'Without this page',
    text: 'A record is a JWS signed with ES256. The keys are at /.well-known/jwks.json; they prove who signed it, but not whether it is still shared.',
  },
];

export function VerifyPage() {
  return (
    <InfoPage
      title="Verify a Record"
      description="Check whether a clipper’s record was signed by Permille, is unchanged and is still shared."
      lead="Got a Permille record? Paste it to check that it’s genuine."
    >
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[1.4fr_1fr]">
        <VerifyForm />
        <SideNotes title="About records" notes={notes}>
          Clippers share their record in{' '}
          <Link to={paths.clipperSettings()} className="link text-ink">
            Settings
          </Link>
          .
        </SideNotes>
      </div>
    </InfoPage>
  );
}
