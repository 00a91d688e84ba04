import type { ReactNode } from 'react';
import { NextEvent } from '#web/ui/pages/timeline.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { type DepositReader, nextOfDeposit } from './deposit-next.ts';

interface DepositNextProps {
  deposit: Parameters<typeof nextOfDeposit>[0];
  reader: DepositReader;
  /** Rendered if nothing more will happen to the deposit. */
  otherwise?: ReactNode;
}

/** Shows the next event of a deposit. */
export function DepositNext({ deposit, reader, otherwise = null }: DepositNextProps) {
  const next = nextOfDeposit(deposit, reader, useNow());
  return next ? <NextEvent {...next} /> : otherwise;
}
