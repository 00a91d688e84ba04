import { Link } from 'react-router';
import { exampleSource } from '#web/features/marketing/example-source.ts';
import { MomentMap } from '#web/features/studio/moment-map.tsx';
import { paths } from '../../paths.ts';

export const MomentSection = () => (
  <section
    aria-labelledby="moments"
    className="grid grid-cols-1 items-center gap-x-16 gap-y-7 pt-22 max-md:pt-14 lg:grid-cols-[1.25fr_1fr]"
  >
    <div className="order-last lg:order-first">
      <MomentMap source={exampleSource} name="Example: 12 minutes of an invented stream" />
    </div>
    <div className="flex flex-col items-start gap-4">
      <h2 id="moments" className="disp text-3xl max-md:text-2xl">
        Know where to cut
      </h2>
      <p className="max-w-115 text-lg text-muted">
        The Clip Studio shows where a stream was loud, where chat ran fast and what earlier clips of a part
        earned. Move the cut, or choose a suggested moment.
      </p>
      <Link to={paths.explore()} className="link">
        Find a stream to cut
      </Link>
    </div>
  </section>
);
