import type { Clip } from '#contract/clips/clips.ts';
import { routes } from '#contract/routes.ts';
import { testClip } from './clip.ts';
import { answer, screen, signedIn } from './screen.tsx';

const { submissionId: id } = testClip;
const nothing = answer(
  routes.clipAttestation,
  { params: { id } },
  {
    attestation: null,
    isAttested: false,
    takesAttestation: false,
    asksAnalytics: false,
    freshDueAt: null,
  },
);
/** Renders the page of the test's clip as a reader sees it, with `part` of the clip changed. */
export const shownClip = (viewer: Clip['viewer'], part: Partial<Clip> = {}, query = '') =>
  screen(`/clips/${id}${query}`, [
    signedIn(viewer),
    nothing,
    answer(routes.showClip, { params: { id } }, { ...testClip, viewer, ...part }),
  ]);
