/** Whether the run takes its time: whole numbers of cases, every variant, and chance that differs from night to night. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** How many of the cases of a long property are tried: a tenth in each run, all at night. */
export const shareOf = (whole: number): number => (isNightly ? whole : Math.ceil(whole / 10));

/**
 * The seed of a property's chance, printed so that a failure can be had again: the given one in each run, which so is never red by luck; of
 * the day at night; SEED, where it is set.
 */
export function seedOf(usual: number): number {
  const day = Math.floor(Date.now() / 86_400_000);
  const seed = Number(process.env['SEED'] ?? (isNightly ? usual + day : usual));
  console.log(`SEED=${seed}`);
  return seed;
}
