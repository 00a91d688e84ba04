import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Asks for the age confirmation that payouts require, if the account has none. */
export function ConfirmAge() {
  const confirm = useAction(routes.confirmAge, {
    success: () => toast.success('Age confirmed', 'Your earnings can be paid out.'),
  });
  return (
    <Note
      className="mb-4.5"
      tone="warning"
      title="Only people of 18 or older can be paid."
      action={
        <Button
          variant="ink"
          busy={confirm.isPending && 'Saving...'}
          onClick={() => confirm.mutate({ body: { confirmAdult: true } })}
        >
          I am 18 or older
        </Button>
      }
    >
      You have not confirmed your age yet. Until you do, we can’t pay out your earnings.
    </Note>
  );
}
