import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The accepted types, as in `<input accept>`. */
  accept: string;
  onFile: (file: File) => void;
}

/**
 * A button that opens the browser's file dialog. Its input is hidden, so that screen readers find only one
 * control.
 */
export function FileButton({ accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The input is cleared, so that the same file can be chosen again after it was refused.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
