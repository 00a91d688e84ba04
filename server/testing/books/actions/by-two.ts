import type { Answer } from '../caller.ts';
import { dollars, usd } from '../money.ts';
import type { World } from '../world.ts';

const TWO_ADMINS_MIN = usd(2_500);

/**
 * Performs an admin's act. From $2,500.00 one admin alone is refused, even twice; a second admin's equal
 * request performs it.
 */
export async function byAdmins(w: World, amount: bigint, path: string, body: object): Promise<Answer> {
  if (amount < TWO_ADMINS_MIN) return await (await w.stage.admin()).ask(path, body);
  const first = await w.stage.oneAdmin();
  for (const again of ['', ' again']) {
    const { status, body: answer } = await first.send('POST', path, body);
    if (answer.code !== 'second_admin_needed')
      throw new Error(
        `one admin alone does ${path} with ${dollars(amount)}${again}: ${status} ${answer.code}`,
      );
  }
  return await (await w.stage.secondAdmin()).ask(path, body);
}
