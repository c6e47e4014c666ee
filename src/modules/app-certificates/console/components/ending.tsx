import { useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { app } from '#modules/apps/common/app.contract.ts';
import { expiryList, expiryNoticeSave } from '../../common/expiry.contract.ts';
import { certificationPage } from '../../common/permissions.ts';
import './ending.css';

/** What of an app ends within sixty days, and who is told before. */
export function Ending({ appId }: { appId: string }): ReactElement {
  const t = useT('app-certificates');
  const [language] = useLanguage();
  const { data } = useRead(expiryList, { appId });
  return (
    <section className="certificates-ending" aria-label={t('ends.title')}>
      <h3>{t('ends.title')}</h3>
      {data?.list.length === 0 && <p>{t('ends.none')}</p>}
      {data && data.list.length > 0 && (
        <ul>
          {data.list.map((row) => (
            <li key={row.id}>
              {`${t(`ends.kind.${row.kind}`)} · ${row.name} · ${t('ends.days', { at: timeText(row.endsAt, language), days: row.daysLeft })}`}
            </li>
          ))}
        </ul>
      )}
      <Permit code={certificationPage.button.notice}>
        <NoticePeople appId={appId} />
      </Permit>
    </section>
  );
}

function NoticePeople({ appId }: { appId: string }): ReactElement | null {
  const t = useT('app-certificates');
  const kit = useT('kit');
  const { data } = useRead(app.get, { id: appId });
  const [draft, setDraft] = useState<string[]>();
  const { save, saving, issues } = useSave(expiryNoticeSave, {
    invalidates: [app.get],
    onSaved: () => setDraft(undefined),
    undoable: true,
  });
  if (!data) return null;
  return (
    <div className="certificates-notice">
      <label>
        {t('ends.people')}
        <EmployeePicker
          multiple
          value={draft ?? [...data.noticeIds]}
          onChange={(next) => setDraft([next].flat().filter((one) => typeof one === 'string'))}
        />
      </label>
      <OffButton off={draft === undefined && 'nothing'} loading={saving} onClick={() => void save({ appId, empIds: draft ?? [] })}>
        {kit('form.save')}
      </OffButton>
      {issues.length > 0 && <small role="alert">{issues.map(({ message }) => message).join(' ')}</small>}
    </div>
  );
}
