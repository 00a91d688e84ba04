import type { ReactNode } from 'react';
import type { RouteSpec } from '#contract/wire/route.ts';
import { useAction } from '#web/api/action.ts';
import type { InputOf, ReplyOf } from '#web/api/client.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { refusedOrNoted } from './agreements.tsx';
import { AskDialog, type AskDialogProps } from './ask-dialog.tsx';

/** Title and text of the toast after an act. */
type Done<S extends RouteSpec> = (
  reply: ReplyOf<S>,
  input: InputOf<S>,
) => readonly [title: string, text?: string | undefined];

interface ActDialogProps<S extends RouteSpec> extends Omit<AskDialogProps, 'busy' | 'onConfirm'> {
  route: S;
  /** Returns the call for the entered text, or undefined if another field is incomplete. */
  input: (text: string) => InputOf<S> | undefined;
  done: Done<S>;
  /** The kind of toast: "info" for something that is done but is not a success. */
  doneAs?: 'success' | 'info';
  /** Text of the button while the call runs. */
  busy?: string;
  /** Called after the act, or once it waits for a second admin; `onClose` by default. */
  onDone?: () => void;
}

/** Asks for the text that an act requires, performs the act and says that it is done. */
export function ActDialog<S extends RouteSpec>(props: ActDialogProps<S>) {
  const {
    route,
    input,
    done,
    doneAs = 'success',
    busy = 'Saving...',
    onDone = props.onClose,
    ...asked
  } = props;
  const act = useAction(route, {
    success: (reply, call) => {
      toast[doneAs](...done(reply, call));
      onDone();
    },
    error: refusedOrNoted(onDone),
  });
  return (
    <AskDialog
      {...asked}
      busy={act.isPending && busy}
      onConfirm={(text) => {
        const call = input(text);
        if (call) act.mutate(call);
      }}
    />
  );
}

interface ActButtonProps<S extends RouteSpec> {
  route: S;
  input: InputOf<S>;
  done: Done<S>;
  /** Accessible name, which names the object too. */
  label: string | undefined;
  /** Text of the button while the call runs. */
  busy: string;
  children: ReactNode;
}

/** A button for an act that asks for nothing. */
export function ActButton<S extends RouteSpec>({
  route,
  input,
  done,
  label,
  busy,
  children,
}: ActButtonProps<S>) {
  const act = useAction(route, {
    success: (reply, call) => toast.success(...done(reply, call)),
    error: refusedOrNoted(() => undefined),
  });
  return (
    <Button size="sm" aria-label={label} busy={act.isPending && busy} onClick={() => act.mutate(input)}>
      {children}
    </Button>
  );
}
