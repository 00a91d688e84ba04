import { type AccountId, personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { importSource } from '#server/modules/media/media.ts';
import { clipPlatforms } from '../demo-listings.ts';
import { addPayoutAddresses, addProfiles, addUsers, connectAll } from '../demo-people.ts';
import { sourceFile } from '../demo-sources.ts';
import type { DemoWorld } from '../demo-world.ts';
import { crowdClippers } from './clippers.ts';
import { crowdHosts, isOn } from './crowd-plan.ts';

export interface Crowd {
  /** Ids of the hosts by username. */
  hosts: Record<string, AccountId>;
  clippers: Record<string, AccountId>;
  connections: Record<string, { id: string; handle: string }>;
  /** Source videos of the hosts who upload them. */
  sources: Record<string, string>;
}

/** Creates everybody outside the demo host's circle: nine hosts and the clippers of their listings. */
export async function makeCrowd(world: DemoWorld, now: Date): Promise<Crowd> {
  const { db } = world;
  const since = after(now, -90 * DAY);
  const made = (username: string, role: 'host' | 'clipper') => ({ id: newId<UserId>(), username, role });
  const hosts = crowdHosts.map(({ username }) => made(username, 'host'));
  const clippers = crowdClippers.map((username) => made(username, 'clipper'));
  await addUsers(db, [...hosts, ...clippers], since);
  await addProfiles(db, [...hosts, ...clippers], since);
  await addPayoutAddresses(
    db,
    clippers.map(({ id }) => personalAccount(id)),
    // The people signed up early enough for the two latest weekly runs to pay them.
    after(now, -15 * DAY),
  );
  const connections = await connectAll(
    world,
    [
      ...hosts.map(({ id, username }) => ({
        accountId: personalAccount(id),
        platform: 'youtube' as const,
        handle: username,
      })),
      ...clippers.flatMap(({ id, username }, nth) =>
        clipPlatforms
          .filter((platform) => isOn(nth, platform))
          .map((platform) => ({ accountId: personalAccount(id), platform, handle: username })),
      ),
    ],
    { now, since },
  );
  const idsOf = (people: typeof hosts) =>
    Object.fromEntries(people.map(({ id, username }) => [username, personalAccount(id)]));
  return {
    hosts: idsOf(hosts),
    clippers: idsOf(clippers),
    connections,
    sources: await uploadSources(world, idsOf(hosts), now),
  };
}

async function uploadSources(world: DemoWorld, hosts: Record<string, AccountId>, now: Date) {
  const uploading = crowdHosts.filter(({ source }) => source === 'upload');
  const made = uploading.map(async ({ username }) => {
    return [username, await importSource(world, hosts[username]!, sourceFile(username), now)] as const;
  });
  return Object.fromEntries(await Promise.all(made));
}
