import { MomentText } from '#web/ui/texts/moment-text.tsx';

/** Shows the host's deadline in the same words that the clipper reads: "by Tue 24 Nov, 08:08 UTC". */
export const DecideBy = ({ at }: { at: Date }) => (
  <>
    by <MomentText at={at} />
  </>
);
