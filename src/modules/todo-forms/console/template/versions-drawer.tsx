import { Button, Drawer, Select, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { editPage } from '../../common/permissions.ts';
import * as contract from '../../common/template/template.contract.ts';
import { ChangesList } from './changes-list.tsx';
import { templateReadings } from './publish-dialog.tsx';
import './template.css';

/** Versions of a template: notes, items, what differs between two, and publishing one again. */
export function VersionsDrawer({ row, onClose }: { row: contract.TodoTemplateRow; onClose: () => void }): ReactElement {
  const t = useT('todo-forms');
  const kit = useT('kit');
  const may = useMay();
  const navigate = useNavigate();
  const [language] = useLanguage();
  const narrow = useNarrow();
  const { data } = useRead(contract.templateVersions, { id: row.id });
  const { data: usage } = useRead(contract.templateUsage, { id: row.id });
  const [pair, setPair] = useState<{ from: number; to: number }>();
  const numbers = [...(data?.list ?? []).map(({ number }) => number), 0];
  const shown = pair ?? { from: row.published, to: 0 };
  const options = numbers.map((number) => ({
    value: number,
    label: number === 0 ? t('versions.draft') : t('versions.number', { n: number }),
  }));
  return (
    <Drawer
      open
      title={t('versions.title', { name: pick(row.name, language) })}
      size={narrow ? '100%' : 680}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
    >
      {!data && <WaitingForm />}
      {data?.list.length === 0 && <p>{t('versions.none')}</p>}
      <ul className="tdt-list">
        {(data?.list ?? []).map((one) => (
          <li key={one.id}>
            <strong>{t('versions.number', { n: one.number })}</strong>
            <span>{t('versions.facts', { at: timeText(one.at, language), by: one.by, open: one.open, items: one.items })}</span>
            {one.note !== '' && <span>{one.note}</span>}
            {one.rollbackOf !== null && <Tag>{t('versions.again', { n: one.rollbackOf })}</Tag>}
            {one.current && <Tag color="success">{t('versions.current')}</Tag>}
            <Permit code={editPage.code}>
              {() => (
                <Button type="link" onClick={() => void navigate(`${editPage.route ?? ''}?id=${row.id}&version=${one.number}`)}>
                  {t('versions.look')}
                </Button>
              )}
            </Permit>
            {!one.current && (
              <ActionButton
                endpoint={contract.templateRollback}
                confirm="ask"
                names={[t('versions.number', { n: one.number })]}
                input={{ id: row.id, version: row.version, number: one.number }}
                invalidates={templateReadings}
                onDone={onClose}
              />
            )}
          </li>
        ))}
      </ul>
      {usage && usage.actions.length > 0 && (
        <>
          <h4>{t('versions.answers')}</h4>
          <ul className="tdt-list">
            {usage.actions.map((one) => (
              <li key={one.code}>{t('versions.answer', { ...one })}</li>
            ))}
          </ul>
        </>
      )}
      {may(contract.templateCompare) && data && data.list.length > 0 && (
        <section aria-label={t('versions.compare')}>
          <h4>{t('versions.compare')}</h4>
          <Select
            aria-label={t('versions.from')}
            value={shown.from}
            options={options}
            onChange={(from) => setPair({ ...shown, from })}
          />{' '}
          <Select aria-label={t('versions.to')} value={shown.to} options={options} onChange={(to) => setPair({ ...shown, to })} />
          <Compared id={row.id} {...shown} />
        </section>
      )}
    </Drawer>
  );
}

function Compared({ id, from, to }: { id: string; from: number; to: number }): ReactElement {
  const { data } = useRead(contract.templateCompare, { id, from, to });
  return data ? <ChangesList changes={data.changes} /> : <WaitingForm lines={2} />;
}
