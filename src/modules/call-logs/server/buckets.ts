/** Buckets of durations: 32 on a logarithmic scale from one millisecond to two minutes; the last one holds what took longer. */
export const bucketCount = 32;
const most = 120_000;
const factor = most ** (1 / (bucketCount - 1));

/** The bucket of a duration in milliseconds. */
export function bucketOf(ms: number): number {
  if (ms <= 1) return 0;
  return Math.min(bucketCount - 1, Math.ceil(Math.log(ms) / Math.log(factor)));
}

const upper = (bucket: number): number => factor ** bucket;

/** The duration (ms) under which this share of the calls lies, as near as the buckets tell; null without calls. Never above the longest one. */
export function percentile(buckets: readonly number[], share: number, longest: number): number | null {
  const all = buckets.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let left = all * share;
  for (const [bucket, count] of buckets.entries()) {
    if (count > 0 && left <= count) {
      const from = bucket === 0 ? 0 : upper(bucket - 1);
      return Math.min(longest, from + (upper(bucket) - from) * (left / count));
    }
    left -= count;
  }
  return longest;
}
