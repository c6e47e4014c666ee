import { useLanguage, useT } from '../i18n/use-t.ts';
import { fullMomentText, stepOf, valueText } from './chart-text.ts';
import type { ChartData } from './chart-types.ts';

/** What a chart shows, in one sentence for who does not see it. */
export function useDescription(title: string, data: ChartData | undefined): string {
  const t = useT('kit');
  const [language] = useLanguage();
  if (data === undefined) return title;
  if (data.kind === 'rank') {
    const [first] = data.rows;
    return first
      ? t('chart.sayRank', { title, count: data.rows.length, name: first.label, value: valueText(first.value, data.unit, language) })
      : title;
  }
  const rows = data.kind === 'heat' ? data.rows : data.series;
  const step = stepOf(data.at);
  let most: { value: number; at: number; label: string } | undefined;
  for (const row of rows)
    for (const [index, value] of row.values.entries())
      if (value !== null && (most === undefined || value > most.value)) most = { value, at: data.at[index] ?? 0, label: row.label };
  if (!most) return title;
  return t('chart.sayTime', {
    title,
    from: fullMomentText(data.at[0] ?? 0, step, language),
    to: fullMomentText(data.at.at(-1) ?? 0, step, language),
    name: most.label,
    value: valueText(most.value, data.unit, language),
    at: fullMomentText(most.at, step, language),
  });
}
