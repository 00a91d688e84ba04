import { z } from 'zod';
import { isUsualMoment } from '#contract/wire/primitives.ts';
import { type Access, type Answer, answer } from './adapter.ts';
import { platformCount, readingOf } from './count.ts';
import { askGraph, notEnoughViewers } from './instagram-reply.ts';
import type { OutsideCaller } from './outside-call.ts';

const pageSize = 50;
const mostPages = 10;

const medium = z.object({
  id: z.string(),
  shortcode: z.string().optional(),
  caption: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  media_type: z.string(),
  thumbnail_url: z.string().optional().catch(undefined),
  timestamp: z.string().transform((text, context) => {
    // Meta writes "+0000", but Date.parse is only required to accept "+00:00".
    const moment = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
    if (!isUsualMoment(moment)) context.addIssue('not a time');
    return moment;
  }),
});
export type Medium = z.output<typeof medium>;

const mediaPage = z.object({
  data: z.array(z.looseObject({ shortcode: z.string().optional() })),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
});

/**
 * Finds the account's media with these shortcodes among the newest 500, because there is no lookup by
 * shortcode. A medium is null if it exists but its description can't be read.
 */
export async function findMedia(
  graph: string,
  access: Access,
  shortcodes: readonly string[],
  limits: OutsideCaller,
): Promise<Answer<Map<string, Medium | null>>> {
  const found = new Map<string, Medium | null>();
  let after: string | undefined;
  for (let page = 0; page < mostPages && found.size < shortcodes.length; page += 1) {
    const query = new URLSearchParams({
      fields: 'id,shortcode,caption,media_type,timestamp,thumbnail_url',
      limit: String(pageSize),
      access_token: access.accessToken,
      ...(after === undefined ? {} : { after }),
    });
    const url = `${graph}/v26.0/${encodeURIComponent(access.externalId)}/media?${query}`;
    const reply = await askGraph(url, mediaPage, limits);
    if (!reply.ok) return reply;
    for (const one of reply.value.data) {
      if (one.shortcode === undefined || !shortcodes.includes(one.shortcode)) continue;
      found.set(one.shortcode, medium.safeParse(one).data ?? null);
    }
    after = reply.value.paging?.cursors?.after;
    if (after === undefined || reply.value.paging?.next === undefined) break;
  }
  return answer(found);
}

const insights = z.object({
  data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.unknown() })).min(1) })),
});

const counts = z.object({
  views: platformCount.optional(),
  likes: platformCount.optional(),
  comments: platformCount.optional(),
  shares: platformCount.optional(),
});

interface Asker {
  graph: string;
  access: Access;
  limits: OutsideCaller;
}

/**
 * Reads insights of one medium by name. Returns null while Instagram has no insights: it then returns an
 * empty list or reports too few viewers.
 */
export async function readInsights(
  { graph, access, limits }: Asker,
  mediaId: string,
  metrics: readonly string[],
): Promise<Answer<Map<string, unknown> | null>> {
  const query = new URLSearchParams({ metric: metrics.join(','), access_token: access.accessToken });
  const url = `${graph}/v26.0/${encodeURIComponent(mediaId)}/insights?${query}`;
  const reply = await askGraph(url, insights, limits);
  if (!reply.ok) return reply.problem.detail === notEnoughViewers ? answer(null) : reply;
  return answer(new Map(reply.value.data.map((one) => [one.name, one.values[0]!.value])));
}

/**
 * Reads the counts of one medium. Returns null while Instagram has no counts, which lasts up to two days. For
 * some kinds of media Instagram has fewer counts and refuses a call for all of them; then only the views are
 * requested.
 */
export async function insightsOf(
  graph: string,
  access: Access,
  mediaId: string,
  limits: OutsideCaller,
): Promise<Answer<ReturnType<typeof readingOf>>> {
  const ask = (metrics: string[]) => readInsights({ graph, access, limits }, mediaId, metrics);
  const all = await ask(Object.keys(counts.shape));
  const read = !all.ok && all.problem.kind === 'unsupported' ? await ask(['views']) : all;
  if (!read.ok) return read;
  return answer(
    readingOf(counts.parse(Object.fromEntries(read.value ?? [])), {
      source: 'instagram.insights',
      countingRule: 'instagram.views.organic@2025-04',
    }),
  );
}
