import { Alert, Drawer, Input, Tag } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { bytesText, timeText } from '#kit/console/table/formats.ts';
import { fileTrail, printResults } from '../../common/decision.contract.ts';
import './file-security.css';
import { LevelButton } from './level-button.tsx';
import { RefButton } from './ref-button.tsx';
import { WatermarkFinder } from './watermark-finder.tsx';

type Trail = Reply<typeof fileTrail>;

/** The code of a decision, as it stands in a watermark or a refusal. */
const isCode = /^[a-z2-9]{8}$/i;

/** The life of a file and of its copies, for a reason that is written down. */
export function TrailDrawer({ code = '', onClose }: { code?: string; onClose: () => void }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const [fileId, setFile] = useState(code);
  const [reason, setReason] = useState('');
  const [trail, setTrail] = useState<Trail>();
  const ids = [useId(), useId()] as const;
  const { save, saving, issues } = useSave(fileTrail, { message: null, onSaved: setTrail });
  const read = (): void => void save({ ...(isCode.test(fileId) ? { code: fileId } : { fileId }), reason: reason.trim() });
  return (
    <Drawer
      open
      title={t('trail.title')}
      size={900}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      <div className="fs-panel">
        <div className="fs-fields">
          <div className="fs-field fs-whole">
            <label htmlFor={ids[0]}>{t('trail.fileId')}</label>
            <Input id={ids[0]} value={fileId} onChange={({ target }) => setFile(target.value.trim())} />
          </div>
          <div className="fs-field">
            <label htmlFor={ids[1]}>{t('trail.reason')}</label>
            <Input id={ids[1]} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
          </div>
          <OffButton
            type="primary"
            className="fs-flag"
            loading={saving}
            off={(fileId === '' || reason.trim() === '') && 'fields'}
            onClick={read}
          >
            {t('trail.read')}
          </OffButton>
        </div>
        {issues.map(({ path, message }) => (
          <Alert key={path} type="error" showIcon title={message} />
        ))}
        {trail && <TrailView trail={trail} onMarked={read} />}
        <WatermarkFinder />
      </div>
    </Drawer>
  );
}

function TrailView({ trail, onMarked }: { trail: Trail; onMarked: () => void }): ReactElement {
  const t = useT('file-security');
  const [language] = useLanguage();
  const detailOf = useDetail();
  const { file } = trail;
  return (
    <>
      <div className="fs-bar">
        <span>
          <strong>{file.name}</strong> · {bytesText(file.size, language)} · {t(`level.${file.level}`)} · {file.owner}{' '}
          {file.held && <Tag color="error">{t('trail.held')}</Tag>}
        </span>
        <LevelButton file={file} onSaved={onMarked} />
      </div>
      {trail.copies.length > 0 && (
        <section aria-label={t('trail.copies')}>
          <h3>{t('trail.copies')}</h3>
          <ul className="fs-lines">
            {trail.copies.map(({ id, name, owner, uploadedAt }) => (
              <li key={id}>
                {name} · {owner} · {timeText(uploadedAt, language)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <table className="fs-table whk-stacked">
        <thead>
          <tr>
            {(['at', 'employeeName', 'occasion', 'action', 'fileName', 'ref'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`decision.field.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {trail.events.map((event) => (
            <tr key={`${event.at} ${event.kind} ${event.ref} ${event.fileName}`}>
              <td data-label={t('decision.field.at')}>{timeText(event.at, language)}</td>
              <td data-label={t('decision.field.employeeName')}>{event.person}</td>
              <td data-label={t('decision.field.occasion')}>
                {t(`trail.event.${event.kind}`)} <small>{detailOf(event)}</small>
              </td>
              <td data-label={t('decision.field.action')}>{event.action && t(`decision.action.${event.action}`)}</td>
              <td data-label={t('decision.field.fileName')}>{event.fileName}</td>
              <td data-label={t('decision.field.ref')}>{event.ref !== '' && <RefButton code={event.ref} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** What else is known of an event, in words. */
function useDetail(): (event: Trail['events'][number]) => string {
  const t = useT('file-security');
  const [language] = useLanguage();
  return ({ kind, detail }) => {
    if (kind === 'fetched') return bytesText(Number.parseInt(detail, 10), language);
    if (kind === 'screenshot') return t(`screenshot.kind.${detail === 'recording' ? 'recording' : 'screenshot'}`);
    if (kind !== 'printed') return detail;
    const [result = '', ...printer] = detail.split(' ');
    const known = printResults.find((one) => one === result) ?? 'unknown';
    return [t(`print.result.${known}`), printer.join(' ')].filter(Boolean).join(' · ');
  };
}
