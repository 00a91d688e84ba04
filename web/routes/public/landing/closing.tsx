import { Link } from 'react-router';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { Frame } from '#web/ui/pages/frame.tsx';
import city from '../../auth/frames/city.svg';
import space from '../../auth/frames/space.svg';
import synth from '../../auth/frames/synth.svg';
import { paths } from '../../paths.ts';

const stills = [
  { src: space, focusX: '50%' },
  { src: synth, focusX: '50%' },
  { src: city, focusX: '52%' },
];

/** The closing call to action, dark in both themes. */
export function Closing() {
  return (
    <section aria-labelledby="closing" className="dark overflow-hidden bg-well text-well-ink">
      <div className="mx-auto grid max-w-[1280px] items-center gap-x-10 px-8 max-md:px-4 md:grid-cols-[1fr_1.15fr]">
        <div className="flex flex-col items-start gap-7 py-14 max-md:py-10">
          <h2 id="closing" className="disp text-4xl max-md:text-3xl">
            The moment is already in the stream.
          </h2>
          <div className="flex flex-wrap gap-2.5">
            <Link
              to={paths.auth({ role: 'clipper' })}
              className={buttonStyle({ variant: 'primary', size: 'lg' })}
            >
              Start Earning Today
            </Link>
            <Link to={paths.auth({ role: 'host' })} className={buttonStyle({ size: 'lg' })}>
              Post a listing
            </Link>
          </div>
        </div>
        <div aria-hidden="true" className="grid h-96 grid-cols-3 gap-1 overflow-hidden max-md:hidden">
          {stills.map((still) => (
            <Frame key={still.src} {...still} className="h-full w-full rounded-none!" />
          ))}
        </div>
      </div>
    </section>
  );
}
