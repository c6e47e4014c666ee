import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { devicePosture, type DeviceDetail } from '../../common/device.contract.ts';
import type { CheckName } from '../../common/device-words.ts';
import { Compliance } from './device-words.tsx';
import './devices.css';

/** What a device says of itself, which checks of its rule it fails and when that takes effect, and its data key. */
export function Posture({ row }: { row: DeviceDetail }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  const told = Object.entries(row.posture);
  return (
    <>
      <p>
        <Compliance compliant={row.compliant} failing={row.failing} />
      </p>
      {told.length === 0 ? (
        <p>{t('posture.none')}</p>
      ) : (
        <section className="whk-facts" aria-label={t('tab.posture')}>
          <dl>
            {told.map(([name, value]) => (
              <div key={name}>
                <dt>{t(`posture.${name as 'rooted'}`)}</dt>
                <dd>{t(value ? 'posture.yes' : 'posture.no')}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Checks id={row.id} />
      <p>
        {t('device.field.unsent')}: {t('erase.unsent', { drafts: row.unsent.drafts, files: row.unsent.files })}
      </p>
      {row.dataKey && (
        <p>
          {row.dataKey.destroyedAt !== null
            ? t('dataKey.destroyed', { time: timeText(row.dataKey.destroyedAt, language) })
            : t('dataKey.until', { time: timeText(row.dataKey.leaseUntil ?? 0, language) })}
        </p>
      )}
    </>
  );
}

function Checks({ id }: { id: string }): ReactElement | null {
  const t = useT('devices');
  const [language] = useLanguage();
  const { data } = useRead(devicePosture, { id });
  if (!data || data.checks.length === 0) return null;
  return (
    <section>
      <h3>{t('posture.checks', { rule: data.ruleName, time: timeText(data.reportedAt, language) })}</h3>
      <table className="whk-stacked devices-table">
        <thead>
          <tr>
            <th>{t('checks.what')}</th>
            <th>{t('checks.then')}</th>
            <th>{t('posture.result')}</th>
          </tr>
        </thead>
        <tbody>
          {data.checks.map((one) => (
            <tr key={one.check}>
              <td data-label={t('checks.what')}>
                {t(`check.${one.check as CheckName}`)} {one.value}
              </td>
              <td data-label={t('checks.then')}>{t(`checks.action.${one.action as 'warn'}`)}</td>
              <td data-label={t('posture.result')}>
                <Tag color={one.passes ? 'success' : 'error'}>{t(one.passes ? 'posture.passes' : 'posture.fails')}</Tag>
                {one.until !== null && t('posture.until', { time: timeText(one.until, language) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
