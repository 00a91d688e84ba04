import { z } from 'zod';

/** Problem details (RFC 9457), the body of every refusal. */
export const problemSchema = z.object({
  type: z.string(),
  code: z.string(),
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  /** One entry per input that breaks a rule: its path in the request and the rule in words. */
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** With `several_posts`: a link to each post; the caller sends one of them. */
  candidates: z.array(z.string()).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
