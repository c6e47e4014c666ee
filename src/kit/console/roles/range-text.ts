import type { RangeView } from '#kit/common/role/role.schema.ts';
import type { T } from '../i18n/use-t.ts';
import type { RangeChoice } from './range-editor.tsx';

/** A data range in words. */
export function rangeText(range: RangeView, t: T<'kit'>): string {
  const words = t(`role.range.${range.kind}`);
  return range.kind === 'chosen' ? `${words}: ${range.departments.map(({ name }) => name).join(', ')}` : words;
}

/** The same while it is chosen. */
export const rangeChoiceText = ({ kind, ids }: RangeChoice, t: T<'kit'>): string =>
  kind === 'chosen' ? `${t('role.range.chosen')} (${ids.length})` : t(`role.range.${kind}`);
