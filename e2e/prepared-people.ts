import type { RunningServer } from './server.ts';
import { toolsOf } from './tools.ts';

export interface Person {
  email: string;
  username: string;
  password: string;
}

/** People of stories that don't test the sign-up. Each is created once, before all stories. */
const names = {
  host: [
    'a_host_whose_name_does_not_end',
    'beacon_host',
    'brief_host',
    'cab_view',
    'cellar_cam',
    'channel_host',
    'dock_light',
    'dune_host',
    'ebb_light',
    'ferry_lamp',
    'ferry_noon',
    'first_of_two',
    'forgetful',
    'harbor_view',
    'hooked_host',
    'ice_hole',
    'lamp_light',
    'long_writer',
    'mill_race',
    'night_quay',
    'other_hooked',
    'pay_harbour',
    'quay_lantern',
    'quay_watch',
    'quiet_pier',
    'second_of_two',
    'slip_host',
    'thaw_host',
    'tide_watch',
    'weir_keeper',
    'wharf_host',
  ],
  clipper: [
    'beacon_cuts',
    'buoy_cuts',
    'channel_cuts',
    'clipper_of_a_very_long_name_ok',
    'dock_cuts',
    'dune_cuts',
    'ebb_cuts',
    'first_cuts',
    'fog_cutter',
    'frost_cuts',
    'hooked_clipper',
    'in_sections',
    'key_guest',
    'key_owner',
    'key_turner',
    'lamp_cuts',
    'leaving_soon',
    'light_cuts',
    'moved_mail',
    'new_locks',
    'night_cuts',
    'pay_cutter',
    'noon_cuts',
    'pier_cuts',
    'portrait',
    'quay_cuts',
    'quick_tide',
    'rail_cuts',
    'room_keeper',
    'share_cuts',
    'slip_cuts',
    'thaw_clips',
    'thaw_cuts',
    'two_desks',
    'two_steps',
    'wharf_cuts',
  ],
} as const;
type Role = keyof typeof names;
export type PreparedName = (typeof names)[Role][number];

export const personOf = (username: string): Person => ({
  username,
  email: `${username}@people.example`,
  password: `${username}-sails-at-dawn`,
});

type Cookie = { name: string; value: string };

/**
 * Name of the variable that passes the cookies of these people's browsers to the processes that run the
 * stories.
 */
const KEPT = 'PERMILLE_STORY_PEOPLE';

/**
 * Returns the cookie that identifies a person's browser, so that logins don't count against the limit of
 * strangers.
 */
export const browserOf = (username: PreparedName): Cookie[] =>
  (JSON.parse(process.env[KEPT]!) as Record<string, Cookie[]>)[username]!;

/** Creates all prepared people, through the requests of the sign-up and onboarding screens. */
export async function makePeople(server: Pick<RunningServer, 'baseUrl' | 'dataDir'>): Promise<void> {
  const roles = Object.keys(names) as Role[];
  const all = roles.flatMap((role) => names[role].map((name) => ({ ...personOf(name), role })));
  const kept = all.map(async (person, nth) => {
    const cookies = await make(server, person, `10.0.0.${nth + 1}`);
    return [person.username, cookies] as const;
  });
  process.env[KEPT] = JSON.stringify(Object.fromEntries(await Promise.all(kept)));
}

/**
 * Creates a person. `address` is the apparent IP address: one address may sign up few people a minute.
 * Returns the browser's cookies after signing out.
 */
async function make(
  server: Pick<RunningServer, 'baseUrl' | 'dataDir'>,
  { username, email, password, role }: Person & { role: Role },
  address: string,
): Promise<Cookie[]> {
  const cookies = new Map<string, string>();
  const ask = async (path: string, body: object) => {
    const reply = await fetch(server.baseUrl + path, {
      method: 'POST',
      headers: {
        origin: server.baseUrl,
        'content-type': 'application/json',
        'x-forwarded-for': address,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} of ${username} answered ${reply.status}: ${await reply.text()}`);
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
  };
  const agreed = { acceptTerms: true, confirmAdult: true };
  await ask('/api/auth/sign-up', { email, password, confirmation: password, role, ...agreed });
  const mail = await toolsOf(server).mailTo(email, /verify/i);
  await ask('/api/auth/verify-email', { token: new URL(mail.links[0]!).searchParams.get('token') });
  await ask('/api/auth/login', { email, password });
  await ask('/api/profiles/complete-setup', { username });
  await ask('/api/auth/sign-out', {});
  return [...cookies].filter(([, value]) => value).map(([name, value]) => ({ name, value }));
}
