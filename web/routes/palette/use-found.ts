import { Film, HandCoins, Inbox, ListVideo, User } from 'lucide-react';
import type { Role } from '#contract/accounts/accounts.ts';
import { type AdminFound, adminFindRoutes } from '#contract/admin/admin-find.ts';
import { isoDay } from '#contract/dates.ts';
import { listingRoutes } from '#contract/listings/listings.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import { submissionRoutes } from '#contract/submissions/submissions.ts';
import { useRead } from '#web/api/query.ts';
import { clipName } from '#web/nouns/clip-name.tsx';
import { useDebounced } from '#web/ui/forms/use-debounced.ts';
import { paths } from '../paths.ts';
import type { PalettePage } from './palette-page.ts';

const PAUSE_MS = 200;
/**
 * Pause in typing before an admin's search, in milliseconds. It is short, because that search only reads
 * indexes.
 */
const ADMIN_PAUSE_MS = 40;
const SHOWN = 5;

type Found = PalettePage & { hint?: string | undefined };

/** Returns the person's records that match the text, as links; none for fewer than two letters. */
export function useFound(role: Role, words: string): { items: Found[]; pending: boolean } {
  const settled = useDebounced(words, role === 'admin' ? ADMIN_PAUSE_MS : PAUSE_MS);
  const search = settled.length < 2 ? '' : settled;
  const on = (whose: Role) => ({ enabled: role === whose && search !== '' });
  const hostListings = useRead(listingRoutes.hostListings, { query: { search } }, on('host'));
  const hostClips = useRead(submissionRoutes.hostSubmissions, { query: { search } }, on('host'));
  const ownClips = useRead(submissionRoutes.clipperSubmissions, { query: { search } }, on('clipper'));
  const listings = useRead(listingRoutes.exploreListings, { query: { search } }, on('clipper'));
  const objects = useRead(adminFindRoutes.adminFind, { query: { search } }, on('admin'));
  const asked = [hostListings, hostClips, ownClips, listings, objects];
  const pending = words.length >= 2 && (settled !== words || asked.some((one) => one.isFetching));
  if (!search) return { items: [], pending };
  const items: Found[] = [
    ...few(hostListings.data?.rows).map((row) => ({
      to: paths.hostListing(row.id),
      label: row.title,
      icon: ListVideo,
      hint: `${row.state} · posted ${isoDay(row.createdAt)}`,
    })),
    ...few(hostClips.data?.rows).map((row) => ({
      to: row.status === 'pending' ? paths.hostSubmissions({ submission: row.id }) : paths.clip(row.id),
      label: `@${row.clipperUsername}: ${row.listingTitle}`,
      icon: Inbox,
      hint: `${clipName(row)} · ${row.status}`,
    })),
    ...few(ownClips.data?.rows).map((row) => ({
      to: paths.clip(row.id),
      label: row.listingTitle,
      icon: Film,
      hint: `${clipName(row)} · ${row.status}`,
    })),
    ...few(listings.data?.rows).map((row) => ({
      to: paths.listing(row.id),
      label: row.title,
      icon: ListVideo,
      hint: `@${row.host.username} · ${formatRate(row.rateCentsPerMille)} per 1,000`,
    })),
    ...(objects.data ? objectLinks(objects.data) : []),
  ];
  return { items, pending };
}

const few = <Row>(rows: readonly Row[] | undefined): readonly Row[] => rows?.slice(0, SHOWN) ?? [];

/** Returns links to the pages of the found objects. */
const objectLinks = (found: AdminFound): Found[] => [
  ...found.people.map((row) => ({
    to: paths.adminPerson(row.id),
    label: row.name,
    icon: User,
    hint: row.email,
  })),
  ...found.listings.map((row) => ({
    to: paths.adminListing(row.id),
    label: row.title,
    icon: ListVideo,
    hint: `@${row.creator} · ${row.status}`,
  })),
  ...found.clips.map((row) => ({
    to: paths.clip(row.id),
    label: `@${row.clipper}: ${row.listing}`,
    icon: Film,
    hint: `${clipName(row)} · ${row.status}`,
  })),
  ...found.payouts.map((row) => ({
    to: paths.adminPayout(row.id),
    label: `${formatUsd(row.amountMicros)} to @${row.clipper}`,
    icon: HandCoins,
    hint: `${row.state} · requested ${isoDay(row.requestedAt)}`,
  })),
];
