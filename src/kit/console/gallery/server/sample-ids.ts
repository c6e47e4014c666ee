/** An id that is always the same for the same kind and number. */
export function sampleId(kind: number, number: number): string {
  return `0199${kind.toString(16).padStart(4, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** The moment from which everything in the gallery is counted: pictures of it do not change by the day. */
export const sampleNow = Date.UTC(2026, 4, 18, 9, 30);
/** Milliseconds of an hour and of a day. */
export const hour = 3_600_000;
export const oneDay = 24 * hour;

/** A plan in each state that is shown. */
export const planIds = { planned: sampleId(7, 1), held: sampleId(7, 2), applied: sampleId(7, 3), nothing: sampleId(7, 4) } as const;
