import { z } from 'zod';
import type { Endpoint } from '../contract.ts';
import { actions, FieldDiff } from './diff.ts';

/** The answer of a write that can be tried (`dryRun: true` in its contract) to `dryRun: true` in its input: what it would do, nothing of it done. */
export const DryRunReply = z.object({
  counts: z.partialRecord(z.enum(actions), z.int()),
  impact: z.record(z.string(), z.number()),
  /** It would first wait for so many others to agree. */
  approval: z.object({ needed: z.int() }).optional(),
  /** At most 200. */
  operations: z.array(
    z.object({ kind: z.string(), objectId: z.string(), name: z.string(), action: z.enum(actions), fields: z.array(FieldDiff) }),
  ),
});
/** What a write would do. */
export type Foretold = z.output<typeof DryRunReply>;

/** An input as it is sent to learn what would be done; the operation must say `dryRun`. */
export const tried = <I extends object>(input: I): I & { readonly dryRun: true } => ({ ...input, dryRun: true });

/** What a call takes on the wire: its input, and `dryRun` where it can be tried. */
export function wireInputOf(operation: Endpoint): z.ZodType {
  if (!operation.dryRun) return operation.input;
  if (!(operation.input instanceof z.ZodObject)) throw new Error(`${operation.path} says dryRun: its input must be an object`);
  return operation.input.safeExtend({ dryRun: z.boolean().optional() });
}

/** What a call answers on the wire: its reply, or what it would do. */
export function wireReplyOf(operation: Endpoint): z.ZodType {
  return operation.dryRun ? z.union([operation.reply, DryRunReply]) : operation.reply;
}

/** Takes apart what came over the wire: what is wished, and whether it is to be tried only. */
export function wishOf(operation: Endpoint, parsed: unknown): { wish: unknown; isTried: boolean } {
  if (!operation.dryRun) return { wish: parsed, isTried: false };
  const { dryRun = false, ...wish } = parsed as Readonly<Record<string, unknown>>;
  return { wish, isTried: dryRun === true };
}
