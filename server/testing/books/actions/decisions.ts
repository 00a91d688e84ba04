import type { ClipBook } from '../model/books.ts';
import type { Person } from '../people.ts';
import type { AdminSubmissionRow } from '../shown.ts';
import { type Action, personOf, type World } from '../world.ts';

/** Returns a pending clip and its host; null when no clip is pending. */
function pendingClip(w: World): { clip: ClipBook; host: Person } | null {
  const pending = [...w.books.clips.values()].filter(({ status, listingId }) => {
    const host = personOf(w.hosts, w.books.listings.get(listingId)!.hostId);
    return status === 'pending' && !host.banned && !host.closed;
  });
  if (pending.length === 0) return null;
  const clip = w.dice.oneOf(pending);
  return { clip, host: personOf(w.hosts, w.books.listings.get(clip.listingId)!.hostId) };
}

export const approve: Action = {
  name: 'approve',
  weight: 12,
  async run(w) {
    const found = pendingClip(w);
    if (!found) return null;
    return await approveClip(w, found);
  },
};

export async function approveClip(
  w: World,
  { clip, host }: { clip: ClipBook; host: Person },
): Promise<string> {
  const { status, body } = await host.caller.send('POST', `/api/submissions/${clip.id}/approve`);
  if (status !== 200) return `${host.name} can't approve ${clip.id}: ${body.code}`;
  w.now = await w.stage.advance(1);
  return `${host.name} approves ${clip.id}`;
}

export const reject: Action = {
  name: 'reject',
  weight: 4,
  async run(w) {
    const found = pendingClip(w);
    if (!found) return null;
    const { clip, host } = found;
    const why = w.dice.oneOf(['wrong_content', 'missing_disclosure', 'duplicate', 'suspected_fake_views']);
    const decision = { reason: why, note: null };
    const { status, body } = await host.caller.send('POST', `/api/submissions/${clip.id}/reject`, decision);
    if (status !== 200) return `${host.name} can't reject ${clip.id}: ${body.code}`;
    clip.rejectedFor = why;
    w.now = await w.stage.advance(1);
    return `${host.name} rejects ${clip.id}: ${why}`;
  },
};

export const undo: Action = {
  name: 'approve and undo',
  weight: 2,
  async run(w) {
    const found = pendingClip(w);
    if (!found) return null;
    const { clip, host } = found;
    const { status } = await host.caller.send('POST', `/api/submissions/${clip.id}/approve`);
    if (status !== 200) return null;
    const undone = await host.caller.send('POST', `/api/submissions/${clip.id}/undo`);
    w.now = await w.stage.advance(1);
    return `${host.name} approves ${clip.id} and undoes it: ${undone.status}`;
  },
};

/** A reviewer decides a clip after its host missed the deadline. */
export const review: Action = {
  name: 'review',
  weight: 5,
  async run(w) {
    const admin = await w.stage.admin();
    const waiting = await admin.rows<AdminSubmissionRow>('/api/admin/submissions?waiting=true');
    const own = waiting.filter(({ id }) => w.books.clips.has(id));
    if (own.length === 0) return null;
    const { id } = w.dice.oneOf(own);
    const approves = w.dice.percent(70);
    const { status, body } = await (approves
      ? admin.send('POST', `/api/admin/submissions/${id}/approve`, { note: 'It fits.' })
      : admin.send('POST', `/api/admin/submissions/${id}/reject`, { reason: 'wrong_content', note: null }));
    return `a reviewer ${approves ? 'approves' : 'rejects'} ${id}: ${status === 200 ? 'done' : body.code}`;
  },
};

export const takeBack: Action = {
  name: 'withdraw a clip',
  weight: 2,
  async run(w) {
    const pending = [...w.books.clips.values()].filter(
      ({ status, clipperId }) => status === 'pending' && !personOf(w.clippers, clipperId).banned,
    );
    if (pending.length === 0) return null;
    const clip = w.dice.oneOf(pending);
    const clipper = personOf(w.clippers, clip.clipperId);
    const { status } = await clipper.caller.send('POST', `/api/submissions/${clip.id}/withdraw`);
    return `${clipper.name} withdraws ${clip.id}: ${status}`;
  },
};
