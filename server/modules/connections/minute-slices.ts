import { SECOND } from '#server/infra/clock.ts';
import type { Allowance } from './platforms/services.ts';

/**
 * A minute's allowance is booked in slices of ten seconds. Any sixty seconds touch at most seven slices, so
 * the sum over seven slices limits every sliding minute.
 */
export const SLICE_MS = 10 * SECOND;
const SLICES_IN_A_MINUTE = 7;
export const sliceOf = (now: Date): Date => new Date(Math.floor(now.getTime() / SLICE_MS) * SLICE_MS);
export const perSlice = ({ perMinute }: Allowance): number | null =>
  perMinute === null ? null : Math.max(1, Math.floor(perMinute / SLICES_IN_A_MINUTE));
