import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Signs in with one press to an account with seeded history; only on a demo server. */
export function DemoLogins() {
  const login = useAction(accountRoutes.demoLogin, {
    error: (error) => toast.error('Login Failed', error.message, { id: 'form' }),
  });
  const choose = (role: MemberRole) => login.mutate({ body: { role } });
  const pressed = login.isPending ? login.variables.body.role : undefined;
  return (
    <section className="mt-9 border-line border-t pt-8">
      <h2 className="disp text-xl">Look around first</h2>
      <p className="mt-1.5 mb-3.5 text-muted">Try a demo account with sample data.</p>
      <div className="grid grid-cols-2 gap-2.5">
        <DemoLogin
          name="Demo host"
          detail="Fund and review"
          busy={pressed === 'host'}
          onPress={() => choose('host')}
        />
        <DemoLogin
          name="Demo clipper"
          detail="Cut and earn"
          busy={pressed === 'clipper'}
          onPress={() => choose('clipper')}
        />
      </div>
    </section>
  );
}

interface DemoLoginProps {
  name: string;
  detail: string;
  busy: boolean;
  onPress: () => void;
}

function DemoLogin({ name, detail, busy, onPress }: DemoLoginProps) {
  const id = useId();
  return (
    <button
      type="button"
      aria-labelledby={id}
      aria-describedby={`${id}-detail`}
      aria-busy={busy || undefined}
      className="flex items-center justify-between gap-2 rounded-[8px] border border-well-line bg-well px-3.5 py-3 text-left text-well-ink hover:bg-well-2"
      onClick={busy ? undefined : onPress}
    >
      <span className="min-w-0">
        <b id={id} className="disp block text-[1.375rem]">
          {name}
        </b>
        <span id={`${id}-detail`} className="mt-1.5 block text-well-muted text-xs">
          {busy ? 'Signing In...' : detail}
        </span>
      </span>
      <ArrowRight aria-hidden className="size-4.5 shrink-0" />
    </button>
  );
}
