import { Pin, X } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { PIN_LABEL_MAX } from '#contract/limits.ts';
import { type ListingPin, listingPinRoutes } from '#contract/listings/listing-pins.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { secondOf, wrongTime } from './pin-times.ts';

export interface SourcePinsProps {
  listing: ListingPage;
  /** The player of the source; null if the source does not play on this page. */
  video: RefObject<HTMLVideoElement | null> | null;
  canPin: boolean;
}

/** Lists the moments that a host points out. The host can add and remove moments here. */
export function SourcePins({ listing, video, canPin }: SourcePinsProps) {
  const { pins } = listing.source;
  const unpin = useAction(listingPinRoutes.unpinMoment);
  const remove = ({ second }: ListingPin) => unpin.mutate({ params: { id: listing.id }, body: { second } });
  return (
    <section aria-label="Pinned moments" className="flex flex-col gap-3">
      <h3 className="font-semibold">{canPin ? 'Pinned moments' : 'Pinned by the host'}</h3>
      {pins.length > 0 ? (
        <ol className="flex max-h-72 flex-col gap-0.5 overflow-y-auto">
          {pins.map((pin) => (
            <li key={pin.second} className="flex items-center justify-between gap-2">
              <PinLine pin={pin} video={video} />
              {canPin ? (
                <Button
                  variant="quiet"
                  size="sm"
                  square
                  aria-label={`Remove the pin at ${timeOf(pin)}`}
                  disabled={unpin.isPending}
                  onClick={() => remove(pin)}
                >
                  <X aria-hidden />
                </Button>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {canPin ? <PinForm listing={listing} video={video} /> : null}
    </section>
  );
}

const timeOf = ({ second }: ListingPin) => runningTime(1000 * second);

/** Shows a pin. Pressing it plays from its second, if the source plays on this page. */
function PinLine({ pin, video }: { pin: ListingPin; video: SourcePinsProps['video'] }) {
  const text = (
    <>
      <span className="mono shrink-0 text-muted">{timeOf(pin)}</span>
      <bdi className="min-w-0 wrap-anywhere">{pin.label}</bdi>
    </>
  );
  const style = 'flex min-h-8 min-w-0 items-baseline gap-2.5 px-2 py-1.25 text-left text-sm';
  if (!video) return <span className={style}>{text}</span>;
  const play = () => {
    const player = video.current;
    if (!player) return;
    player.currentTime = pin.second;
    player.scrollIntoView({ block: 'nearest' });
    void player.play().catch(() => undefined);
  };
  return (
    <button type="button" className={`${style} rounded-control hover:bg-hover`} onClick={play}>
      {text}
    </button>
  );
}

type Wrong = Partial<Record<'second' | 'label', string>>;

function PinForm({ listing: { id, source }, video }: Pick<SourcePinsProps, 'listing' | 'video'>) {
  const [time, setTime] = useState('');
  const [label, setLabel] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const pin = useAction(listingPinRoutes.pinMoment, {
    success: () => {
      setTime('');
      setLabel('');
    },
    error: (error) => {
      const fields = error.problem.fields ?? [];
      setWrong(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
      if (fields.length === 0) toast.error(error.title, error.message);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin.isPending) return;
    const second = secondOf(time);
    const unfit = wrongTime(second, source.durationMs);
    const found: Wrong = {
      ...(unfit && { second: unfit }),
      ...(label.trim() === '' && { label: 'Say in a few words what happens there.' }),
    };
    setWrong(found);
    if (second === null || unfit || found.label) return;
    pin.mutate({ params: { id }, body: { second, label } });
  };
  const takeTime = () => {
    setTime(runningTime(1000 * (video?.current?.currentTime ?? 0)));
    setWrong({});
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-2.5">
      <p className="text-muted text-sm">
        Point out what is worth cutting. Clippers see your pins here and on the timeline of the studio.
      </p>
      <div className="grid w-full grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-2.5">
        <Field label="Time" error={wrong.second}>
          <TextInput
            value={time}
            placeholder="1:02:03"
            inputMode="text"
            autoComplete="off"
            onChange={({ target }) => setTime(target.value)}
          />
        </Field>
        <Field label="What happens there" error={wrong.label}>
          <TextInput
            value={label}
            maxLength={PIN_LABEL_MAX}
            autoComplete="off"
            onChange={({ target }) => setLabel(target.value)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={pin.isPending && 'Pinning...'}>
          <Pin aria-hidden />
          Pin this moment
        </Button>
        {video ? (
          <Button size="sm" variant="quiet" onClick={takeTime}>
            Take the time of the player
          </Button>
        ) : null}
      </div>
    </form>
  );
}
