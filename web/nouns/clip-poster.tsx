import { type ReactNode, useState } from 'react';
import { Artwork } from '#web/ui/pages/artwork.tsx';
import { Frame } from '#web/ui/pages/frame.tsx';

export interface ClipPosterProps {
  /** Id of the clip or listing, from which a picture is drawn if there is no poster. */
  id: string;
  src?: string | null | undefined;
  /** True to load the small version, for lists. */
  small?: boolean;
  /** True for 16:9 instead of 9:16. */
  wide?: boolean;
  /** True if the poster fills its parent. */
  fill?: boolean;
  /** Text for screen readers; empty if adjacent text says the same. */
  alt?: string;
  /** Must set the width, such as `w-8` in lists. */
  className?: string;
  children?: ReactNode;
}

/**
 * Shows the poster of a clip or of a listing's source. If there is none, shows a drawing of the same size.
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
