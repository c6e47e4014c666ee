import { Button, Input, Modal, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { interfaceCompare, interfaceRollback, type interfaceView } from '../../common/interface.contract.ts';
import './access.css';
import { Differences } from './differences.tsx';
import { viewReadings } from './view-readings.ts';

/** What was published, any two side by side, and the way back. */
export function Versions({ view }: { view: Reply<typeof interfaceView> }): ReactElement {
  const t = useT('access');
  const kit = useT('kit');
  const [language] = useLanguage();
  // A draft that differs is compared with what is live; else what is live with what was before it.
  const live = view.liveVersionNo ?? 0;
  const [from, setFrom] = useState(view.draftDiffers || live < 2 ? live : live - 1);
  const [to, setTo] = useState(view.draftDiffers || live < 2 ? 0 : live);
  const [back, setBack] = useState<number>();
  const [note, setNote] = useState('');
  const compare = useRead(interfaceCompare, { id: view.id, from, to });
  const options = [
    { value: 0, label: t('version.draft') },
    ...view.versions.map(({ no }) => ({ value: no, label: t('version.no', { no }) })),
  ];
  if (view.versions.length === 0) return <p className="acc-soft">{t('version.none')}</p>;
  return (
    <>
      <table className="acc-keys whk-stacked">
        <tbody>
          {view.versions.map((one) => (
            <tr key={one.no}>
              <td data-label={t('field.version')}>
                {t('version.no', { no: one.no })}
                {one.no === view.liveVersionNo && <strong> · {t('version.live')}</strong>}
              </td>
              <td data-label={t('version.note')}>
                {one.note}
                {one.rollbackOf !== null && <span className="acc-soft"> · {t('version.copyOf', { no: one.rollbackOf })}</span>}
              </td>
              <td data-label={t('version.at')}>
                {timeText(one.publishedAt, language)} · {one.publishedBy}
              </td>
              <td>
                {one.no !== view.liveVersionNo && (
                  <Button size="small" onClick={() => setBack(one.no)}>
                    {t('version.bring')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <section className="acc-section">
        <h3>{t('compare.title')}</h3>
        <div className="acc-head">
          <Select aria-label={t('compare.before')} value={from} options={options} onChange={setFrom} />
          <Select aria-label={t('compare.after')} value={to} options={options} onChange={setTo} />
        </div>
        {compare.data && <Differences fields={compare.data.fields} />}
      </section>
      {back !== undefined && (
        <Modal open title={t('version.bringTitle', { no: back })} footer={null} onCancel={() => setBack(undefined)}>
          <label className="acc-wide">
            {t('publish.note')}
            <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          </label>
          <p>
            <ActionButton
              endpoint={interfaceRollback}
              type="primary"
              why={note.trim() === '' && kit('why.reason')}
              names={[view.name]}
              input={() => ({ id: view.id, no: back, note })}
              invalidates={viewReadings}
              onDone={() => setBack(undefined)}
            />
          </p>
        </Modal>
      )}
    </>
  );
}
