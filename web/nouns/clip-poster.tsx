import { type ReactNode, useState } from 'react';
import { Artwork } from '#web/ui/artwork.tsx';
import { Frame } from '#web/ui/frame.tsx';

export interface ClipPosterProps {
  /** Of the clip or the listing; without a poster the picture is drawn from it. */
  id: string;
  src?: string | null | undefined;
  /** In lists: the small form is enough. */
  small?: boolean;
  /** 16:9 instead of 9:16. */
  wide?: boolean;
  /** As large as what it stands in. */
  fill?: boolean;
  /** Empty when adjacent text says the same. */
  alt?: string;
  /** Width comes from here: `w-8` in lists. */
  className?: string;
  children?: ReactNode;
}

/** The poster of a clip, or of a listing's source, in the shape of its screen; a drawing where there is none, so that nothing moves either way. */
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
