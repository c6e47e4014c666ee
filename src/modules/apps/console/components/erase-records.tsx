import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { appEraseExport } from '#modules/devices/common/export.contract.ts';
import { appEraseCancel, appEraseGet, appEraseList, appEraseRetry, type EraseRow } from '#modules/devices/common/erase.contract.ts';
import '../apps.css';

const tones: Partial<Record<EraseRow['state'], string>> = {
  done: 'success',
  failed: 'error',
  hold: 'processing',
  awaitingApproval: 'warning',
};

/** What was ordered to be erased of the data of apps, with what can still be done about it: the same orders as on the pages of devices. */
export function EraseRecords(): ReactElement | null {
  const t = useT('apps');
  const [language] = useLanguage();
  const { data } = useRead(appEraseList, { pageSize: 20 }, { every: 15_000 });
  if (!data || data.list.length === 0) return null;
  return (
    <section aria-label={t('erase.records')}>
      <div className="apps-bar">
        <h3>{t('erase.records')}</h3>
        <ExportButton endpoint={appEraseExport} input={(format) => ({ format })} />
      </div>
      <table className="whk-stacked apps-table">
        <thead>
          <tr>
            <th>{t('sessions.device')}</th>
            <th>{t('field.appId')}</th>
            <th>{t('field.state')}</th>
            <th>{t('erase.asked')}</th>
            <th>{t('erase.reason')}</th>
            <th aria-label={t('erase.order')} />
          </tr>
        </thead>
        <tbody>
          {data.list.map((row) => (
            <tr key={row.id}>
              <td data-label={t('sessions.device')}>
                {row.deviceName}
                {row.devices > 1 && ` +${row.devices - 1}`} {row.personName}
              </td>
              <td data-label={t('field.appId')}>
                <code>{row.appId}</code>
              </td>
              <td data-label={t('field.state')}>
                <Tag color={tones[row.state] ?? 'default'}>{t(`erase.is.${row.state}`)}</Tag> {row.done} / {row.devices}
              </td>
              <td data-label={t('erase.asked')}>
                {timeText(row.askedAt, language)} · {row.askedName}
              </td>
              <td data-label={t('erase.reason')}>{row.reason}</td>
              <td>
                <RecordActions row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RecordActions({ row }: { row: EraseRow }): ReactElement | null {
  const common = { names: [row.deviceName], input: { id: row.id }, invalidates: [appEraseList, appEraseGet], size: 'small' } as const;
  if (['awaitingApproval', 'hold', 'queued'].includes(row.state)) return <ActionButton endpoint={appEraseCancel} {...common} />;
  return row.state === 'failed' ? <ActionButton endpoint={appEraseRetry} {...common} /> : null;
}
