import { z } from 'zod';
import { planActions } from '#kit/common/change/plan.contract.ts';

/** One file of a bundle. */
export const bundleFile = z.object({ path: z.string(), size: z.int(), sha256: z.string() });
export type BundleFile = z.output<typeof bundleFile>;

/** A changed part of an object, as its file says it. */
export const configDiff = z.object({ field: z.string(), before: z.json(), after: z.json() });
export type ConfigDiff = z.output<typeof configDiff>;

/** How many lines of each action. */
export const planCounts = z.partialRecord(z.enum(planActions), z.int());
export type PlanCounts = z.output<typeof planCounts>;

/** The limits of a bundle. */
export const bundleLimits = {
  files: 50_000,
  unpacked: 100 * 1024 * 1024,
  oneFile: 1024 * 1024,
  manifest: 20 * 1024 * 1024,
  depth: 20,
} as const;

/** A plan of so many operations is applied in one transaction. */
export const mostAtOnce = 5000;
