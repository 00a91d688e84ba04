import { useState } from 'react';
import {
  clipFileRoutes,
  type EarnedPart,
  type TakenMoments,
  type TakenSecond,
} from '#contract/clips/clip-files.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import { chatRoutes } from '#contract/media/chats.ts';
import { useRead } from '#web/api/query.ts';
import type { Peaks } from './silence.ts';
import { type SourceSound, useSourceSound } from './source-sound.ts';
import { type SourceTranscript, useSourceTranscript } from './source-transcript.ts';
import { eachSecond } from './taken.ts';

/** Facts about the seconds of a source. */
export interface Found {
  /** The seconds that other clips show. */
  taken: readonly TakenSecond[];
  /** The peaks of the whole source once they are prepared, until then those of the measured seconds. */
  peaks: Peaks;
  onPeaks(peaks: Peaks): void;
  whole: SourceSound;
  spoken: SourceTranscript;
  /** The parts that earned most in earlier clips. */
  earned: readonly EarnedPart[];
  /** Number of chat messages in each second; empty if the host gave no chat log. */
  chat: readonly number[];
}

/** Returns the facts about a source that help to find its moments. Each is empty until it is loaded. */
export function useFound(listing: ListingPage): Found {
  const [listened, onPeaks] = useState<Peaks>(new Map());
  const taken = useTaken(listing.id);
  const whole = useSourceSound(listing.source);
  const spoken = useSourceTranscript(listing.source);
  const earned = useEarned(listing.id);
  const chat = useChat(listing.source);
  return {
    taken,
    whole,
    spoken,
    earned,
    chat,
    onPeaks,
    peaks: whole.peaks.size > 0 ? whole.peaks : listened,
  };
}

const none: readonly TakenSecond[] = [];
const noChat: readonly number[] = [];

/** Returns the chat of a source; empty until loaded, and for a linked source. */
const useChat = ({ kind, url }: ListingPage['source']): readonly number[] =>
  useRead(
    chatRoutes.showChat,
    { params: { id: url.split('/').at(-1)! } },
    { enabled: kind === 'upload', staleTime: Number.POSITIVE_INFINITY },
  ).data?.perSecond ?? noChat;
const noParts: readonly EarnedPart[] = [];

/** Returns the parts that earned most; empty until loaded, and if loading fails. */
const useEarned = (listingId: string): readonly EarnedPart[] =>
  useRead(clipFileRoutes.earnedParts, { params: { id: listingId } }, { staleTime: 5 * 60_000 }).data?.parts ??
  noParts;

/** Returns the seconds that other clips show; empty until loaded, and if loading fails. */
const useTaken = (listingId: string): readonly TakenSecond[] =>
  useRead(
    clipFileRoutes.takenMoments,
    { params: { id: listingId } },
    { staleTime: 5 * 60_000, select: secondsOf },
  ).data ?? none;

const secondsOf = ({ seconds, widthSeconds }: TakenMoments) => eachSecond(seconds, widthSeconds);
