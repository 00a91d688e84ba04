import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { earnedUsd } from '#web/features/marketing/formula.ts';
import { sides } from '#web/features/marketing/hero-content.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { Frame } from '#web/ui/pages/frame.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import boss from '../../auth/frames/boss.svg';
import kitchen from '../../auth/frames/kitchen.svg';
import race from '../../auth/frames/race.svg';
import { paths } from '../../paths.ts';
import { WatchDemo } from './watch-demo.tsx';

const clips = [
  { src: boss, focusX: '50%', views: 35_650, rate: 200, plain: 'he forgot', lit: 'the parry' },
  { src: race, focusX: '52%', views: 15_000, rate: 200, plain: '287 into', lit: 'turn one' },
  { src: kitchen, focusX: '48%', views: 9_640, rate: 250, plain: 'the', lit: '3 am egg' },
];

export function Hero() {
  return (
    <section className="grid items-end gap-x-10 lg:grid-cols-[1.02fr_1fr]">
      <div className="flex flex-col items-start gap-5 py-12 max-md:py-9">
        <h1 className="disp text-hero" tabIndex={-1}>
          Cut the stream. Get paid{' '}
          <span className="whitespace-nowrap bg-signal box-decoration-clone px-[0.08em] text-signal-ink">
            per view.
          </span>
        </h1>
        <p className="max-w-115 text-lg text-muted">
          Hosts fund clip listings. Clippers cut, post and earn for every 1,000 verified views. You see every
          count, every cent and every date.
        </p>
        <dl className="grid max-w-145 gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
          {sides.map(({ who, gets }) => (
            <div key={who} className="border-ink border-t pt-2">
              <dt className="font-bold">{who}</dt>
              <dd className="mt-0.5 text-muted">{gets}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-1 flex flex-wrap gap-2.5">
          <Link
            to={paths.auth({ role: 'clipper' })}
            className={buttonStyle({ variant: 'primary', size: 'lg' })}
          >
            Start Earning Today
          </Link>
          <WatchDemo />
        </div>
      </div>
      <div aria-hidden="true" className="grid grid-cols-[1.3fr_1fr_1fr] items-end gap-1 max-lg:hidden">
        {clips.map((clip) => (
          <Clip key={clip.src} {...clip} />
        ))}
      </div>
    </section>
  );
}

function Clip({ src, focusX, views, rate, plain, lit }: (typeof clips)[number]): ReactNode {
  return (
    <Frame src={src} focusX={focusX} className="w-full rounded-b-none!">
      <span className="absolute inset-x-[6%] bottom-[24%] z-1 text-center font-[860] font-display font-stretch-[72%] text-[1.25rem] leading-none [text-shadow:0_0_3px_#000,0_2px_0_#000,0_0_14px_rgb(0_0_0/0.55)]">
        {plain} <span className="text-signal">{lit}</span>
      </span>
      <span className="num absolute inset-x-0 bottom-0 z-1 flex justify-between bg-black/85 px-3 py-2.5 text-lg">
        <span className="text-signal">{earnedUsd(views, rate)}</span>
        <span>{formatCount(views)}</span>
      </span>
    </Frame>
  );
}
