import { z } from 'zod';
import { DECLARATION_LINK_MAX } from './limits.ts';
import { idParams, idSchema, momentInput, momentWire } from './wire/primitives.ts';
import { route } from './wire/route.ts';

/** Ways in which somebody with an audience sends it to a clip. */
export const shareKinds = ['raid', 'community_post', 'newsletter', 'repost'] as const;
export const declarationKinds = [...shareKinds, 'comments_closed'] as const;
export type DeclarationKind = (typeof declarationKinds)[number];

/** The names of each kind in choices, and within sentences. */
export const declarationTexts: Record<DeclarationKind, { label: string; noun: string }> = {
  raid: { label: 'Raid or mention in a stream', noun: 'a raid or mention in a stream' },
  community_post: { label: 'Community post', noun: 'a community post' },
  newsletter: { label: 'Newsletter', noun: 'a newsletter' },
  repost: { label: 'Repost by another account', noun: 'a repost by another account' },
  comments_closed: { label: 'Comments are closed', noun: 'closed comments' },
};

/** Returns whether everybody can open the link: HTTPS, a name with a dot, and no user name, password or port. */
function isPublicLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, hostname, username, password, port } = new URL(link);
  const ending = hostname.split('.').at(-1)!;
  const isNamed = hostname.includes('.') && /^[a-z]/.test(ending);
  return protocol === 'https:' && isNamed && username === '' && password === '' && port === '';
}

const TOO_LONG = `Link: at most ${DECLARATION_LINK_MAX} characters.`;

/** A link that the other side can open to check a declaration. */
export const declarationLink = z
  .string()
  .trim()
  .max(DECLARATION_LINK_MAX, { error: TOO_LONG, abort: true })
  .refine(isPublicLink, {
    error: 'Link: a whole address that starts with https:// and that everyone can open.',
    abort: true,
  })
  // Other letters than ASCII are stored in a longer form.
  .refine((link) => new URL(link).href.length <= DECLARATION_LINK_MAX, TOO_LONG);

export const declaration = z.object({
  id: idSchema,
  kind: z.enum(declarationKinds),
  /** The stated time of the share, or the time since which comments are closed. */
  at: momentWire,
  /** The address at which the share can be seen; null for closed comments. */
  link: z.string().nullable(),
  by: z.enum(['host', 'clipper']),
  declaredAt: momentWire,
});
export type Declaration = z.infer<typeof declaration>;

const declarationBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(shareKinds), at: momentInput, link: declarationLink }),
  z.object({
    kind: z.literal('comments_closed'),
    at: momentInput,
    link: z.null({ error: 'Link: none for closed comments.' }),
  }),
]);

export const declarationRoutes = {
  addDeclaration: route('POST /api/clips/:id/declarations', {
    access: 'session',
    summary:
      'Declare, as its host or clipper, where a clip was shared and when; or, as its clipper, since when its comments are closed',
    params: idParams,
    body: declarationBody,
    reply: z.object({ id: idSchema }),
    errors: ['not_found', 'wrong_role', 'declaration_time', 'declaration_limit', 'clip_not_counted'],
    idempotent: true,
    perMinute: 20,
  }),
};
