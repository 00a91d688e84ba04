import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Specified to answer with a toast while Google sign-in is not configured. */
export function GoogleButton() {
  return (
    <>
      <Button
        className="h-10.5!"
        onClick={() =>
          toast.success('Google Sign-In', 'Google authentication is coming soon!', { id: 'form' })
        }
      >
        <GoogleMark />
        Continue with Google
      </Button>
      <p className="flex items-center gap-3 text-muted text-sm before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
        or with email
      </p>
    </>
  );
}

function GoogleMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      className="size-4.25"
    >
      <path d="M20.5 12.2H12.4M19 6.6A9 9 0 1 0 20.6 12" />
    </svg>
  );
}
