import { z } from 'zod';
import { NOTE_MAX } from '#contract/limits.ts';
import { idParams } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const scoreReviewRoutes = {
  letScorePass: route('POST /api/admin/submissions/:id/let-pass', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Accept a score that asks a person: the clip’s earnings are released on their day, and only a higher score asks again',
    params: idParams,
    body: z.object({ note: z.string().trim().min(1).max(NOTE_MAX) }),
    errors: ['not_found', 'score_asks_nobody', 'second_admin_needed', 'own_money'],
  }),
};
