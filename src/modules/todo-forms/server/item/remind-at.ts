const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;

/** When people are reminded next of an item: 24 and 2 hours before it is due, then daily so often; null where no more. */
export function nextReminder({
  dueAt,
  daily,
  now,
}: {
  readonly dueAt: number | null;
  readonly daily: number;
  readonly now: number;
}): number | null {
  if (dueAt === null) return null;
  const moments = [
    dueAt - 24 * hourMillis,
    dueAt - 2 * hourMillis,
    ...Array.from({ length: daily }, (_, n) => dueAt + (n + 1) * dayMillis),
  ];
  return moments.find((at) => at > now) ?? null;
}
