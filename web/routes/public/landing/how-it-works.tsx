import { clipperSteps, hostSteps } from '#web/features/marketing/landing-content.ts';

export function HowItWorks() {
  return (
    <section className="pt-22 max-md:pt-14" aria-labelledby="how">
      <h2 id="how" className="disp text-3xl max-md:text-2xl">
        How it works
      </h2>
      <div className="mt-7 grid gap-x-16 gap-y-9 md:grid-cols-2">
        <Steps title="For hosts" aside="You have hours of stream" steps={hostSteps} />
        <Steps title="For creators" aside="You know where the moment is" steps={clipperSteps} />
      </div>
    </section>
  );
}

interface StepsProps {
  title: string;
  aside: string;
  steps: readonly { title: string; text: string }[];
}

export function Steps({ title, aside, steps }: StepsProps) {
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between border-ink border-b pb-3">
        <h3 className="font-bold text-md">{title}</h3>
        <span className="text-muted text-sm">{aside}</span>
      </div>
      <ol>
        {steps.map((step, at) => (
          <li key={step.title} className="flex gap-5 border-line border-b py-5">
            <span
              aria-hidden="true"
              className="num grid aspect-9/16 w-11 shrink-0 place-items-center rounded-frame bg-well text-xl text-well-ink"
            >
              {at + 1}
            </span>
            <span>
              <b className="block font-bold text-md">{step.title}</b>
              <span className="mt-1.5 block text-muted">{step.text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
