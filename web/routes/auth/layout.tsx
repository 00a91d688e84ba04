import { type ReactNode, Suspense } from 'react';
import { Link, Outlet } from 'react-router';
import { cx } from '#web/ui/cx.ts';
import { BetaBadge } from '#web/ui/pages/beta-badge.tsx';
import { Frame } from '#web/ui/pages/frame.tsx';
import { Logo } from '#web/ui/pages/logo.tsx';
import { PageSkeleton } from '#web/ui/pages/page-skeleton.tsx';
import { ThemeToggle } from '#web/ui/pages/theme-toggle.tsx';
import { paths } from '../paths.ts';
import boss from './frames/boss.svg';
import chess from './frames/chess.svg';
import city from './frames/city.svg';
import climb from './frames/climb.svg';
import kitchen from './frames/kitchen.svg';
import podcast from './frames/podcast.svg';
import race from './frames/race.svg';
import space from './frames/space.svg';
import synth from './frames/synth.svg';

export interface AuthLayoutProps {
  /** Content at the top right: "Have an account?" with Login, or a link back. */
  corner?: ReactNode;
  children?: ReactNode;
}

/** Shows one step of a form, from 1024 px with a film strip on its left. */
export function AuthLayout({ corner, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,44rem)]">
      <Strip />
      <div className="flex flex-col gap-9 px-14 pt-6 pb-12 max-lg:px-4 max-lg:pt-4">
        <header className="flex items-center justify-between gap-2">
          <span className="flex items-center gap-2">
            <Link to={paths.home()} className="flex">
              <Logo />
            </Link>
            <BetaBadge />
          </span>
          <span className="flex items-center gap-2 text-muted text-sm">
            <ThemeToggle />
            {corner}
          </span>
        </header>
        <main id="main" tabIndex={-1} className="mx-auto my-auto w-full max-w-120">
          <Suspense fallback={<PageSkeleton />}>{children ?? <Outlet />}</Suspense>
        </main>
      </div>
    </div>
  );
}

interface Still {
  src: string;
  /** The horizontal part of the picture that the frame shows. */
  focusX: string;
  caption?: ReactNode;
}

const cutLine = (plain: string, lit: string, end = '') => (
  <span className="absolute inset-x-[6%] bottom-[17%] z-1 text-center font-[860] font-display font-stretch-[72%] text-[1.375rem] leading-none [text-shadow:0_0_3px_#000,0_2px_0_#000,0_0_14px_rgb(0_0_0/0.55)]">
    {plain} <span className="text-signal">{lit}</span> {end}
  </span>
);

const strips: { offset: string; stills: Still[] }[] = [
  {
    offset: '',
    stills: [
      { src: boss, focusX: '50%', caption: cutLine('he forgot', 'the parry', 'exists') },
      { src: podcast, focusX: '16%' },
      { src: chess, focusX: '52%' },
    ],
  },
  {
    offset: '-mt-30',
    stills: [
      { src: climb, focusX: '52%' },
      { src: race, focusX: '52%', caption: cutLine('287 into', 'turn one') },
      { src: kitchen, focusX: '48%' },
    ],
  },
  {
    offset: '-mt-10',
    stills: [
      { src: synth, focusX: '50%' },
      { src: city, focusX: '52%' },
      { src: space, focusX: '50%' },
    ],
  },
];

function Strip() {
  return (
    <div
      aria-hidden="true"
      className="sticky top-0 grid h-dvh grid-cols-3 gap-1 overflow-hidden bg-well px-1 text-well-ink max-lg:hidden"
    >
      {strips.map(({ offset, stills }) => (
        <div key={offset} className={cx('flex flex-col gap-1', offset)}>
          {stills.map(({ src, focusX, caption }) => (
            <Frame key={src} src={src} focusX={focusX} className="w-full rounded-none!">
              {caption}
            </Frame>
          ))}
        </div>
      ))}
      <div className="absolute inset-x-0 bottom-0 z-3 border-well-line border-t bg-[#08080a] px-7.5 py-6.5">
        <div className="disp text-2xl">Money that counts with the views.</div>
        <p className="mt-2 text-well-muted">
          15,000 views at $2.00 = $30.00. No upfront fees, 0% platform fee.
        </p>
      </div>
    </div>
  );
}
