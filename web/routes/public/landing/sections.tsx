import { Plus } from 'lucide-react';
import { benefits, prices, questions, testimonials } from '#web/features/marketing/landing-content.ts';
import { payoutText } from '#web/nouns/payout-text.ts';
import { Frame } from '#web/ui/pages/frame.tsx';
import chess from '../../auth/frames/chess.svg';
import climb from '../../auth/frames/climb.svg';
import podcast from '../../auth/frames/podcast.svg';

export function Benefits() {
  return (
    <section aria-label="Why Permille" className="pt-18 max-md:pt-12">
      <ul className="grid gap-y-7 border-ink border-t pt-6 md:grid-cols-3">
        {benefits.map((benefit) => (
          <li
            key={benefit.title}
            className="border-line md:border-l md:px-7 md:first:border-l-0 md:first:pl-0 md:last:pr-0"
          >
            <p className="num text-3xl" aria-hidden="true">
              {benefit.figure}
            </p>
            <h2 className="mt-4 font-bold text-md">{benefit.title}</h2>
            <p className="mt-1.5 text-muted">{benefit.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Pricing() {
  return (
    <section
      aria-labelledby="pricing"
      className="mt-22 grid items-center gap-x-16 gap-y-6 rounded-panel border border-signal-line bg-signal px-14 py-11 text-signal-ink max-md:mt-14 max-md:px-5 max-md:py-7 md:grid-cols-[auto_1fr]"
    >
      <p className="num text-6xl max-md:text-5xl" aria-hidden="true">
        0%
      </p>
      <div>
        <h2 id="pricing" className="disp text-2xl">
          Platform fee. Clippers keep 100%.
        </h2>
        <p className="mt-3 max-w-140">
          A host who pays $2.00 per 1,000 views pays $2.00, and the clipper gets $2.00. {payoutText()}
        </p>
        <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4">
          {prices.map((price) => (
            <div key={price.name}>
              <dt className="text-sm">{price.name}</dt>
              <dd className="font-bold text-md">{price.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

const portraits = [
  { src: climb, focusX: '52%' },
  { src: chess, focusX: '52%' },
  { src: podcast, focusX: '16%' },
];

export function Testimonials() {
  return (
    <section className="pt-22 max-md:pt-14" aria-labelledby="people">
      <h2 id="people" className="disp text-3xl max-md:text-2xl">
        What it looks like for clippers and hosts
      </h2>
      <p className="mt-3 text-muted">Illustrative examples while we’re in beta.</p>
      <ul className="mt-7 grid grid-cols-1 gap-4 lg:grid-cols-3">
        {testimonials.map(({ text, who }, at) => (
          <li key={who} className="flex overflow-hidden rounded-panel border border-line bg-surface">
            <Frame {...portraits[at]} className="w-26 rounded-none!" />
            <figure className="flex flex-col justify-between gap-4 p-4.5">
              <blockquote>{text}</blockquote>
              <figcaption className="text-muted text-sm">{who}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Questions() {
  return (
    <section
      className="grid gap-x-12 gap-y-7 py-22 max-md:py-14 md:grid-cols-[1fr_1.5fr]"
      aria-labelledby="questions"
    >
      <h2 id="questions" className="disp text-3xl max-md:text-2xl">
        Frequently asked questions
      </h2>
      <div className="border-ink border-t">
        {questions.map(({ ask, answer }, at) => (
          <details key={ask} name="questions" open={at === 0} className="group/faq border-line border-b">
            <summary className="flex list-none items-center justify-between gap-4 py-4.5 font-bold text-md [&::-webkit-details-marker]:hidden">
              {ask}
              <Plus
                aria-hidden
                className="size-4.5 shrink-0 transition-transform duration-(--duration-base) group-open/faq:rotate-45"
              />
            </summary>
            <p className="max-w-150 pb-5 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
