import { z } from 'zod';
import type { Endpoint } from '../contract.ts';
import { longText } from '../schema.ts';
import { actions, FieldDiff } from './diff.ts';

/** The answer of a write that can be tried (`dryRun: true` in its contract) to `dryRun: true` in its input: what it would do, nothing of it done. */
export const DryRunReply = z.object({
  counts: z.partialRecord(z.enum(actions), z.int()),
  impact: z.record(z.string(), z.number()),
  /** What it deletes stays in the recycle bin for so many days. */
  binDays: z.int().optional(),
  /** It would first wait for so many others to agree. */
  approval: z.object({ needed: z.int() }).optional(),
  /** At most 200. */
  operations: z.array(
    z.object({ kind: z.string(), objectId: z.string(), name: z.string(), action: z.enum(actions), fields: z.array(FieldDiff) }),
  ),
});
/** Answer of a dry run: the effect a write would have. */
export type Previewed = z.output<typeof DryRunReply>;

/** An input as it is sent to learn what would be done; the operation must say `dryRun`. */
export const tried = <I extends object>(input: I): I & { readonly dryRun: true } => ({ ...input, dryRun: true });

/** How long the reason of a change that waits is: what others decide by. */
export const reasonLength = { min: 10, max: 500 } as const;

/** Why a change is needed that others must agree to. */
const approvalReason = () => longText(reasonLength.max).trim().min(reasonLength.min);

/** Schema of a call's input on the wire: its input, `dryRun` where it can be tried, and `approvalReason` where it may have to wait until others agree. */
export function wireInputOf(operation: Endpoint): z.ZodType {
  if (!operation.dryRun && !operation.waits) return operation.input;
  if (!(operation.input instanceof z.ZodObject)) throw new Error(`${operation.path} says dryRun or waits: its input must be an object`);
  const reasoned = operation.input.safeExtend({ approvalReason: approvalReason().optional() });
  return operation.dryRun ? reasoned.safeExtend({ dryRun: z.boolean().optional() }) : reasoned;
}

/** Schema of a call's answer on the wire: its reply, or the result of a dry run. */
export function wireReplyOf(operation: Endpoint): z.ZodType {
  return operation.dryRun ? z.union([operation.reply, DryRunReply]) : operation.reply;
}

/** Takes apart what came over the wire: what is requested, whether it is to be tried only, and why others should agree to it. */
export function requestOf(operation: Endpoint, parsed: unknown): { request: unknown; isTried: boolean; reason: string | null } {
  if (!operation.dryRun && !operation.waits) return { request: parsed, isTried: false, reason: null };
  const { dryRun = false, approvalReason: reason, ...request } = parsed as Readonly<Record<string, unknown>>;
  return { request, isTried: dryRun === true, reason: typeof reason === 'string' ? reason : null };
}
