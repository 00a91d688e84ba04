import { Link } from 'react-router';
import { ExampleReceipt } from '#web/features/marketing/example-receipt.tsx';
import { paths } from '../../paths.ts';

export const ReceiptSection = () => (
  <section
    aria-labelledby="receipt"
    className="grid items-center gap-x-16 gap-y-7 pt-22 max-md:pt-14 lg:grid-cols-[1fr_1.1fr]"
  >
    <div className="flex flex-col items-start gap-4">
      <h2 id="receipt" className="disp text-3xl max-md:text-2xl">
        Every clip has a receipt
      </h2>
      <p className="max-w-115 text-lg text-muted">
        Clipper and host read the same lines: the platform’s count, the views in doubt, the rate and the sum.
        Move views into doubt and see what is paid and what waits.
      </p>
      <Link to={paths.promise()} className="link">
        What we promise hosts
      </Link>
    </div>
    <ExampleReceipt />
  </section>
);
