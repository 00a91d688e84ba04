import { type ReactNode, useState } from 'react';
import { Artwork } from '#web/ui/pages/artwork.tsx';
import { Frame } from '#web/ui/pages/frame.tsx';

export interface ClipPosterProps {
  /** Id of the clip or listing; without a poster the picture is drawn from it. */
  id: string;
  src?: string | null | undefined;
  /** Loads the small size, for lists. */
  small?: boolean;
  /** 16:9 instead of 9:16. */
  wide?: boolean;
  /** Fills its parent. */
  fill?: boolean;
  /** Empty when adjacent text says the same. */
  alt?: string;
  /** Sets the width: `w-8` in lists. */
  className?: string;
  children?: ReactNode;
}

/**
 * The poster of a clip or of a listing's source, in the shape of its screen; without one a drawing of the
 * same size.
 */
export function ClipPoster({ id, src, small, children, ...frame }: ClipPosterProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const wanted = src && small ? `${src}/small` : src;
  const shown = wanted && wanted !== failed ? wanted : null;
  return (
    <Frame {...frame} src={shown} onError={() => setFailed(shown)}>
      {shown ? null : <Artwork seed={id} />}
      {children}
    </Frame>
  );
}
