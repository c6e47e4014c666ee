import type { ReactElement } from 'react';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { fullMomentText, stepOf, valueText } from './chart-text.ts';
import type { ChartData } from './chart-types.ts';

/** The figures of a chart as a table: a row a moment, or a row a name. */
export function ChartTable({ title, data }: { title: string; data: ChartData }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const text = (value: number | null): string => valueText(value, data.unit, language);
  if (data.kind === 'rank')
    return (
      <div className="whc-table">
        <table aria-label={title}>
          <tbody>
            {data.rows.map(({ key, label, value }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{text(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  const columns = data.kind === 'heat' ? data.rows : data.series;
  const step = stepOf(data.at);
  return (
    <div className="whc-table">
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            {columns.map(({ key, label }) => (
              <th scope="col" key={key}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.at.map((at, index) => (
            <tr key={at}>
              <th scope="row">{fullMomentText(at, step, language)}</th>
              {columns.map(({ key, values }) => (
                <td key={key}>{text(values[index] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
