import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Types as in `<input accept>`. */
  accept: string;
  onFile: (file: File) => void;
}

/** A button that opens the browser's choice of a file. The input behind it is hidden, so it is one control to everybody. */
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
          // Cleared so that the same file can be chosen again after a refusal.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
