import { DatePicker, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { dayFormats, dayjs } from '#kit/console/theme/calendar.ts';
import { watermarkFind } from '../../common/decision.contract.ts';
import { Field } from './field.tsx';
import './file-security.css';
import { RefButton } from './ref-button.tsx';

type Found = Reply<typeof watermarkFind>['list'];

/** Whose watermark stands on a page that turned up: by its code, or by the day and the account that can be read. */
export function WatermarkFinder(): ReactElement | null {
  const t = useT('file-security');
  const [language] = useLanguage();
  const [asked, setAsked] = useState({ code: '', day: '', account: '', reason: '' });
  const [found, setFound] = useState<Found>();
  const [busy, setBusy] = useState(false);
  if (!useMay()(watermarkFind)) return null;
  const find = async (): Promise<void> => {
    setBusy(true);
    try {
      const { code, day, account, reason } = asked;
      setFound((await call(watermarkFind, code === '' ? { day, account, reason } : { code, reason })).list);
    } finally {
      setBusy(false);
    }
  };
  const ready = asked.reason.trim() !== '' && (asked.code !== '' || (asked.day !== '' && asked.account !== ''));
  return (
    <section aria-label={t('mark.title')}>
      <h3>{t('mark.title')}</h3>
      <div className="fs-fields">
        {(['code', 'day', 'account'] as const).map((name) => (
          <Field key={name} label={t(`mark.${name}`)}>
            {(id) =>
              name === 'day' ? (
                <DatePicker
                  id={id}
                  format={dayFormats()}
                  placeholder={dayFormats()[0]}
                  value={asked.day === '' ? null : dayjs(asked.day)}
                  onChange={(day) => setAsked({ ...asked, day: day?.format('YYYY-MM-DD') ?? '' })}
                />
              ) : (
                <Input
                  id={id}
                  maxLength={100}
                  value={asked[name]}
                  onChange={({ target }) => setAsked({ ...asked, [name]: target.value.trim() })}
                />
              )
            }
          </Field>
        ))}
        <Field label={t('trail.reason')}>
          {(id) => (
            <Input id={id} maxLength={500} value={asked.reason} onChange={({ target }) => setAsked({ ...asked, reason: target.value })} />
          )}
        </Field>
        <OffButton className="fs-flag" loading={busy} off={!ready && 'fields'} onClick={() => void find().catch(() => undefined)}>
          {t('mark.find')}
        </OffButton>
      </div>
      {found?.length === 0 && <p role="status">{t('mark.none')}</p>}
      <ul className="fs-lines">
        {found?.map(({ id, at, employeeName, departmentName, deviceName, fileName, ref }) => (
          <li key={id}>
            {timeText(at, language)} · <strong>{employeeName}</strong> {departmentName} · {deviceName} {fileName} <RefButton code={ref} />
          </li>
        ))}
      </ul>
    </section>
  );
}
