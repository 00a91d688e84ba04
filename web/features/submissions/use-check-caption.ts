import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Has the post's caption read again, and says what it still lacks. */
export const useCheckCaption = () =>
  useAction(routes.checkCaption, {
    success: (reply) =>
      reply.captionProblem
        ? toast.error('Still missing', reply.captionProblem.sentence)
        : toast.success('Fixed', 'Your caption has everything it needs.'),
  });
