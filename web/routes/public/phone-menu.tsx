import { Menu, X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/ui/forms/button.tsx';
import { Logo } from '#web/ui/pages/logo.tsx';
import { paths } from '../paths.ts';

const links = [
  ['Explore listings', paths.explore()],
  ['How it works', paths.howItWorks()],
  ['Pricing', paths.pricing()],
  ['Platform', paths.platform()],
  ['Success stories', paths.successStories()],
  ['Support', paths.support()],
  ['Help center', paths.helpCenter()],
] as const;

/**
 * Shows the links to public pages on a phone, in a sheet. The browser keeps the focus in the sheet, and
 * Escape closes it.
 */
export function PhoneMenu({ signedIn }: { signedIn: boolean }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const close = () => sheet.current?.close();
  const open = () => {
    sheet.current?.showModal();
    // When a phone is rotated, it may become wide enough for the links in the header.
    matchMedia('(min-width: 48rem)').addEventListener('change', close, { once: true });
  };
  const entrance = signedIn
    ? (['Dashboard', paths.dashboard()] as const)
    : (['Login', paths.login()] as const);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        square
        className="md:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Menu aria-hidden className="size-5" />
      </Button>
      <dialog
        ref={sheet}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-y-auto overscroll-contain bg-bg text-ink open:flex"
      >
        <div className="flex h-15 shrink-0 items-center justify-between border-line border-b px-4">
          <Link to={paths.home()} className="flex" onClick={close}>
            <Logo />
          </Link>
          <Button variant="quiet" size="sm" square aria-label="Close menu" onClick={close}>
            <X aria-hidden className="size-5" />
          </Button>
        </div>
        <nav aria-label="Main" className="flex-1 px-4 py-2">
          <ul className="divide-y divide-line">
            {[...links, entrance].map(([name, to]) => (
              <li key={to}>
                <Link to={to} className="flex min-h-13 items-center font-semibold text-md" onClick={close}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </dialog>
    </>
  );
}
