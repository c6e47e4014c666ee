import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { bytesText, numberText } from '#kit/console/table/formats.ts';
import { clearConfigList, farDays } from '../../common/cleaning/clear.contract.ts';

/** What all logs take and how they grow. */
export function CleaningHeads(): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const { data } = useRead(clearConfigList, {});
  const days = (n: number): string => t('retention.head.daysValue', { n: numberText(n, language) });
  const leftText = (left: number | null): string =>
    left === null ? t('retention.head.unknown') : left > farDays ? t('retention.head.long') : days(left);
  const heads = [
    [t('retention.head.bytes'), data && bytesText(data.bytes, language)],
    [t('retention.head.growth'), data && bytesText(data.bytesPerDay, language)],
    [t('retention.head.days'), data && leftText(data.daysLeft)],
    [t('retention.head.floor'), data && days(data.legalFloorDays)],
  ] as const;
  return (
    <dl className="wlc-heads" aria-busy={data === undefined}>
      {heads.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  );
}
