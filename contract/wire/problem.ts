import { z } from 'zod';

/** Problem details (RFC 9457), the body of every refusal. */
export const problemSchema = z.object({
  type: z.string(),
  code: z.string(),
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  /** The inputs that break a rule: the path in the request, and the rule in words. */
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** With code `several_posts`: the links of the posts. The caller sends one of them again. */
  candidates: z.array(z.string()).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
