import type { ReactNode } from 'react';
import { Artwork } from '#web/ui/artwork.tsx';
import { Frame } from '#web/ui/frame.tsx';

/** A clip's place in lists: platforms give no picture to keep, so it is drawn from the clip's id. */
export function ClipPicture({
  id,
  className,
  children,
}: {
  id: string;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <Frame {...(className ? { className } : {})}>
      <Artwork seed={id} />
      {children}
    </Frame>
  );
}
