import type { ReactNode } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { useScreenPainted } from '#web/ui/lists/first-screen.ts';
import { Panel } from '#web/ui/pages/panel.tsx';
import { ClipAttestation } from '../clip-attestation.tsx';
import type { SendClipFile } from '../send-clip-file.ts';
import { ClipAnalytics } from './clip-analytics.tsx';
import { ClipCounts } from './clip-counts.tsx';
import { ClipMoney } from './clip-money.tsx';
import { ClipNotes } from './clip-notes.tsx';
import { ClipRules } from './clip-rules.tsx';
import { ClipSource } from './clip-source.tsx';
import { ClipSteps } from './clip-steps.tsx';
import { ClipVerdict } from './clip-verdict.tsx';
import { ReviewNote } from './review-note.tsx';

interface ClipSectionsProps {
  clip: Clip;
  appeals: ReactNode;
  declarations: ReactNode;
  /** Sends the clip's file; only given if the reader is the clipper. */
  sendFile?: SendClipFile;
  /** Content at the bottom. */
  children?: ReactNode;
}

/** Shows the state of a clip, its earnings with reasons, and the evidence about its views. */
export function ClipSections({ clip, appeals, declarations, sendFile, children }: ClipSectionsProps) {
  const isOwn = clip.may.includes('send_screenshot');
  const painted = useScreenPainted();
  return (
    <>
      <ClipSteps clip={clip} />
      <ClipNotes clip={clip} />
      <ClipMoney clip={clip} />
      <ClipCounts key={clip.submissionId} clip={clip} />
      {painted ? (
        <>
          <ClipRules rules={clip.rules} />
          <ClipSource clip={clip} sendFile={sendFile} />
          <Panel title="Why this verdict">
            <div className="flex flex-col gap-4">
              {appeals}
              <ClipVerdict clip={clip} />
              <ReviewNote clip={clip} />
              <ClipAttestation submissionId={clip.submissionId} isOwn={isOwn} />
            </div>
          </Panel>
          {declarations}
          <ClipAnalytics clip={clip} />
          {children}
        </>
      ) : null}
    </>
  );
}
