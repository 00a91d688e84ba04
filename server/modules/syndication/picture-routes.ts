import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import type { PublicProfile } from '#contract/profiles.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { sendProblem } from '#server/http/problem.ts';
import { callerBucket, withinLimit } from '#server/http/rate-limit.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findPublicProfile, normalizeUsername } from '#server/modules/profiles/profiles.ts';
import { sendShared } from './answer.ts';
import type { PreviewTexts } from './picture/draw.ts';
import type { PreviewPictures } from './picture/previews.ts';
import { activeListing, placesOf, type SharedListing } from './queries.ts';

/** Pictures per minute that one caller may have drawn. */
const DRAWN_PER_MINUTE = 30;

/** Returns the texts on a listing's picture. */
const listingTexts = (listing: SharedListing): PreviewTexts => ({
  over: `@${listing.hostUsername} · ${placesOf(listing.platforms)}`,
  title: listing.title,
  figures: [
    { value: formatRate(listing.rateCentsPerMille), meaning: `per 1,000 ${paidViewsText(listing)}` },
    { value: formatUsd(listing.freeMicros), meaning: `free of ${formatUsd(listing.fundedMicros)}` },
  ],
});

const abbreviated = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Returns the texts on a person's picture: only what the public profile shows. */
function profileTexts(profile: PublicProfile): PreviewTexts {
  const host = profile.role === 'host';
  const { earnedMicros } = profile;
  return {
    over: host ? 'Host on Permille' : 'Clipper on Permille',
    title: `@${profile.username}`,
    figures: [
      { value: abbreviated.format(profile.totalViews), meaning: 'verified views' },
      host
        ? { value: abbreviated.format(profile.activeListings), meaning: 'active listings' }
        : { value: abbreviated.format(profile.approvedClips), meaning: 'approved clips' },
      ...(earnedMicros === null
        ? []
        : [{ value: formatUsd(earnedMicros), meaning: host ? 'paid to clippers' : 'earned' }]),
    ],
  };
}

interface Deps {
  db: Database;
  pictures: PreviewPictures;
}

/** Registers the routes of preview images of shared links. */
export function registerPictureRoutes(server: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  server.get<{ Params: { file: string } }>('/previews/listings/:file', async (request, reply) => {
    const id = nameOf(request.params.file);
    const listing = idSchema.safeParse(id).success ? await activeListing(db, id) : null;
    return await send(deps, request, reply, listing && { place: id, texts: listingTexts(listing) });
  });
  server.get<{ Params: { file: string } }>('/previews/profiles/:file', async (request, reply) => {
    const name = nameOf(request.params.file);
    const profile = await findPublicProfile(db, normalizeUsername(name));
    const found = profile && { place: `@${profile.username}`, texts: profileTexts(profile) };
    return await send(deps, request, reply, found);
  });
}

const nameOf = (file: string): string => (file.endsWith('.png') ? file.slice(0, -4) : '');

async function send(
  { db, pictures }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  found: { place: string; texts: PreviewTexts } | null,
): Promise<FastifyReply> {
  if (!found) return sendProblem(reply, 'not_found');
  const { place, texts } = found;
  const bucket = `preview ${callerBucket(request.ip)}`;
  if (!pictures.has(place, texts) && !(await withinLimit(db, bucket, DRAWN_PER_MINUTE)))
    return sendProblem(reply.header('retry-after', '60'), 'too_many_requests');
  return sendShared(request, reply, await pictures.get(place, texts), {
    type: 'image/png',
    maxAgeSeconds: 600,
  });
}
