import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { deviceStatistics } from '../../common/device.contract.ts';
import './devices.css';

const tiles = ['total', 'active', 'pending', 'locked', 'eraseOpen', 'unseen', 'notCompliant'] as const;

/** How many devices there are, and how they stand. */
export function Tiles(): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  const { data } = useRead(deviceStatistics, {});
  return (
    <ul className="devices-tiles" aria-label={t('tiles.title')}>
      {tiles.map((name) => (
        <li key={name}>
          <span>{t(`tiles.${name}`)}</span>
          <strong>{data ? numberText(data[name], language) : '…'}</strong>
        </li>
      ))}
    </ul>
  );
}
