import { ArrowBigUp, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useContext, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { FieldContext, useFieldWiring } from './field-context.ts';
import { inputEdge } from './text-input.tsx';

/** A password field with a button that shows or hides it, and a warning while Caps Lock is on. */
export function PasswordInput({
  className,
  onKeyDown,
  onKeyUp,
  onBlur,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'>) {
  const wiring = useFieldWiring(rest);
  const label = useContext(FieldContext)?.label;
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const noteCapsLock = (event: KeyboardEvent<HTMLInputElement>) =>
    setCaps(event.getModifierState('CapsLock'));
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="flex flex-col gap-1.5">
      <div className={cx(inputEdge, 'flex h-10 items-center', className)}>
        <input
          {...rest}
          {...wiring}
          type={shown ? 'text' : 'password'}
          className="h-full w-full min-w-0 bg-transparent px-3 outline-none"
          onKeyDown={(event) => {
            noteCapsLock(event);
            onKeyDown?.(event);
          }}
          onKeyUp={(event) => {
            noteCapsLock(event);
            onKeyUp?.(event);
          }}
          onBlur={(event) => {
            setCaps(false);
            onBlur?.(event);
          }}
        />
        <button
          type="button"
          className="grid h-full w-9 shrink-0 place-items-center rounded-control focus-visible:-outline-offset-2"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden className="size-4.25" />
          {/* A page may have several password fields, so this label names the field. */}
          <span className="sr-only">
            {shown ? 'Hide' : 'Show'} characters{label ? <> of {label}</> : null}
          </span>
        </button>
      </div>
      <p role="status" className="flex items-center gap-1.5 text-amber text-xs empty:sr-only">
        {caps ? (
          <>
            <ArrowBigUp aria-hidden className="size-3.5" />
            Caps Lock is on
          </>
        ) : null}
      </p>
    </div>
  );
}
