import { Button, Modal, Tag } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { cardRollback, cardTemplate, cardVersions, type CardTemplateRow } from '../common/card.contract.ts';
import './cards.css';

/** Versions of a template that were published; an earlier one can be published again. */
export function VersionsDialog({ row, name, onClose }: { row: CardTemplateRow; name: string; onClose: () => void }): ReactElement {
  const t = useT('message-cards');
  const kit = useT('kit');
  const [language] = useLanguage();
  const { data } = useRead(cardVersions, { id: row.id });
  return (
    <Modal open title={t('versions.title', { name })} footer={<Button onClick={onClose}>{kit('form.close')}</Button>} onCancel={onClose}>
      {!data && <WaitingForm lines={3} />}
      {data?.list.length === 0 && <p>{t('versions.none')}</p>}
      <ul className="mc-versions">
        {(data?.list ?? []).map((one) => (
          <li key={one.number}>
            <strong>{t('versions.number', { number: one.number })}</strong>
            <span>{t('versions.facts', { at: timeText(one.at, language), by: one.by, cards: one.cards })}</span>
            {one.current ? (
              <Tag color="success">{t('versions.current')}</Tag>
            ) : (
              <ActionButton
                endpoint={cardRollback}
                names={[t('versions.number', { number: one.number })]}
                input={{ id: row.id, version: row.version, number: one.number }}
                confirm="ask"
                invalidates={[cardTemplate.list, cardTemplate.get, cardVersions]}
                onDone={onClose}
              >
                {t('versions.again')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
