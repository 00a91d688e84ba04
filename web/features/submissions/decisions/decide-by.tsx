import { MomentText } from '#web/ui/moment-text.tsx';

/** "by Tue 24 Nov, 08:08 UTC": until when the host decides, as the clipper reads it too. */
export const DecideBy = ({ at }: { at: Date }) => (
  <>
    by <MomentText at={at} />
  </>
);
