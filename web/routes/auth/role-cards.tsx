import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import boss from './frames/boss.svg';
import chess from './frames/chess.svg';
import climb from './frames/climb.svg';
import kitchen from './frames/kitchen.svg';
import race from './frames/race.svg';

/** The first step of the sign-up. Pressing a card chooses the role and opens the next step. */
export function RoleCards({
  chosen,
  disabled,
  onChoose,
}: {
  chosen?: MemberRole | undefined;
  disabled?: boolean;
  onChoose: (role: MemberRole) => void;
}) {
  const card = (role: MemberRole) => ({ chosen: chosen === role, disabled, onPress: () => onChoose(role) });
  return (
    <fieldset className="mt-5 grid grid-cols-2 gap-3">
      <legend className="sr-only">Account type</legend>
      <RoleCard
        {...card('host')}
        name="Host"
        detail="Streamer / YouTuber. Post listings, review clips, pay per verified view."
        picture={<StreamPicture />}
      />
      <RoleCard
        {...card('clipper')}
        name="Clipper"
        detail="Content Creator. Cut clips, submit proof, earn per 1,000 views."
        picture={<ClipsPicture />}
      />
    </fieldset>
  );
}

interface RoleCardProps {
  name: string;
  detail: string;
  picture: ReactNode;
  chosen: boolean;
  disabled: boolean | undefined;
  onPress: () => void;
}

function RoleCard({ name, detail, picture, chosen, disabled, onPress }: RoleCardProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={disabled}
      onClick={onPress}
      className="group/role relative grid content-start gap-3 rounded-panel border border-line-strong bg-surface p-3.5 text-left transition-colors hover:border-ink hover:bg-raised aria-pressed:border-ink aria-pressed:shadow-[inset_0_0_0_1px_var(--color-ink)] dark:aria-pressed:border-signal dark:aria-pressed:shadow-[inset_0_0_0_1px_var(--color-signal)] dark:hover:border-signal"
    >
      <span aria-hidden="true" className="flex h-26 gap-0.5 overflow-hidden rounded-frame bg-well">
        {picture}
      </span>
      <span className="font-bold text-md">{name}</span>
      <span className="text-muted text-sm">{detail}</span>
      {chosen ? (
        <Check
          aria-hidden
          className="absolute top-5.5 right-5.5 size-5.25 rounded-frame border border-signal-line bg-signal p-0.75 text-signal-ink"
        />
      ) : null}
    </button>
  );
}

/** A drawing of a stream with a clip between two cuts. */
function StreamPicture() {
  return (
    <span className="relative flex-1 overflow-hidden">
      <img src={boss} alt="" className="size-full object-cover" />
      <span className="absolute inset-y-0 left-[37%] w-[26%] shadow-[0_0_0_2px_#C8F04B,0_0_0_99px_rgb(0_0_0/0.5)]" />
    </span>
  );
}

const clips = [
  { src: chess, at: '52%' },
  { src: race, at: '52%' },
  { src: kitchen, at: '48%' },
  { src: climb, at: '52%' },
];

function ClipsPicture() {
  return clips.map(({ src, at }) => (
    <img
      key={src}
      src={src}
      alt=""
      className="h-full min-w-0 flex-1 object-cover"
      style={{ objectPosition: `${at} 50%` }}
    />
  ));
}
