import { MomentText } from '#web/ui/texts/moment-text.tsx';

/** "by Tue 24 Nov, 08:08 UTC": the host's deadline, in the words that the clipper also reads. */
export const DecideBy = ({ at }: { at: Date }) => (
  <>
    by <MomentText at={at} />
  </>
);
