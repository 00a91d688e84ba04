import { CreditCard, FlaskConical, Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { CardGroup, ChoiceCard } from '#web/ui/forms/radio-cards.tsx';

export type Way = 'test' | 'card' | 'simulated-card' | 'bank';

interface Rails {
  testCard: boolean;
  card: 'off' | 'live' | 'test' | 'simulated';
  bank: boolean;
}

/** Returns the payment methods that this server offers, fastest first. */
export const paymentWays = ({ testCard, card, bank }: Rails): Way[] => [
  ...(testCard ? (['test'] as const) : []),
  ...(card === 'off' ? [] : ([card === 'simulated' ? 'simulated-card' : 'card'] as const)),
  ...(bank ? (['bank'] as const) : []),
];

const texts: Record<Way, { title: ReactNode; detail: string }> = {
  test: {
    title: (
      <>
        <FlaskConical aria-hidden /> Test card
      </>
    ),
    detail: 'Added at once.',
  },
  card: {
    title: (
      <>
        <CreditCard aria-hidden /> Card
      </>
    ),
    detail: 'You pay on Stripe’s page. Added when Stripe confirms it.',
  },
  'simulated-card': {
    title: (
      <>
        <CreditCard aria-hidden /> Card (simulated Stripe checkout)
      </>
    ),
    detail: 'A simulated payment page. No real money moves.',
  },
  bank: {
    title: (
      <>
        <Landmark aria-hidden /> Bank transfer
      </>
    ),
    detail: 'You get a reference. Added when the transfer has arrived.',
  },
};

export function WayChoice({
  ways,
  chosen,
  onChoose,
}: {
  ways: Way[];
  chosen: Way;
  onChoose: (way: Way) => void;
}) {
  return (
    <CardGroup label="Pay by" className="gap-2!">
      {ways.map((way) => (
        <ChoiceCard
          key={way}
          name="way"
          value={way}
          checked={way === chosen}
          onChange={() => onChoose(way)}
          {...texts[way]}
        />
      ))}
    </CardGroup>
  );
}
