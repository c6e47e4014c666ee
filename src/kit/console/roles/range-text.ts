import type { RangeView } from '#kit/common/role/role.schema.ts';
import type { T } from '../i18n/use-t.ts';

/** A data range in words. */
export function rangeText(range: RangeView, t: T<'kit'>): string {
  const words = t(`role.range.${range.kind}`);
  return range.kind === 'chosen' ? `${words}: ${range.departments.map(({ name }) => name).join(', ')}` : words;
}
