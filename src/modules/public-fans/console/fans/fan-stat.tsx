import type { ReactElement } from 'react';
import { Chart } from '#kit/console/chart/chart.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { fanStat } from '../../common/fan.contract.ts';

const tiles = ['fans', 'new7', 'left7', 'neverRead', 'blocked'] as const;

/** The fans of an account in figures, and ninety days of them. */
export function FanStat({ snoId }: { snoId: string }): ReactElement {
  const t = useT('public-fans');
  const [language] = useLanguage();
  const { data } = useRead(fanStat, { snoId });
  return (
    <>
      <dl className="sno-tiles" aria-busy={data === undefined}>
        {tiles.map((name) => (
          <div key={name}>
            <dt>{t(`fan.tile.${name}`)}</dt>
            <dd>{data ? numberText(data[name], language) : '—'}</dd>
          </div>
        ))}
      </dl>
      <div className="sno-curve">
        <Chart
          title={t('fan.curve')}
          note={t('fan.curveNote')}
          data={
            data && {
              kind: 'line',
              at: data.days.map(({ day }) => Date.parse(day)),
              unit: 'count',
              series: [{ key: 'fans', label: t('fan.tile.fans'), values: data.days.map(({ fans }) => fans), tone: 'primary' }],
            }
          }
        />
      </div>
    </>
  );
}
