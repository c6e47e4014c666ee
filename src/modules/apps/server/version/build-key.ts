/** A text that sorts as a build number does: an integer, or up to four numbers that are compared one after the other; empty for what is none. */
export function buildKeyOf(buildNo: string): string {
  const parts = buildNo.trim().split('.');
  if (parts.length > 4 || parts.some((part) => !/^\d{1,20}$/.test(part))) return '';
  return [...parts, ...Array<string>(4 - parts.length).fill('0')].map((part) => part.padStart(20, '0')).join('.');
}
