import { Form, Input, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { languages } from '#kit/common/language.ts';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { messageList, messageRecall, recallList, recallPreview } from '../../common/message.contract.ts';
import '../components/messaging.css';

interface RecallDialogProps {
  ids: string[];
  onDone: () => void;
  onClose: () => void;
}

/** What recalling reaches, what stands in the place of the messages, and why. */
export function RecallDialog({ ids, onDone, onClose }: RecallDialogProps): ReactElement {
  const off = useOff();
  const t = useT('messaging');
  const kit = useT('kit');
  const [language] = useLanguage();
  const [reasonId, textId] = [useId(), useId()];
  const [reason, setReason] = useState('');
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({});
  const { data, error, refetch } = useRead(recallPreview, { ids });
  const { save, saving, issues } = useSave(messageRecall, {
    invalidates: [messageList, recallList],
    message: null,
    onSaved: () => {
      void invalidate(messageList);
      onDone();
      onClose();
    },
  });
  const says = Object.values(shown).some((text) => text.trim() !== '');
  const texts = { zh_CN: shown['zh_CN'] ?? '', en_US: shown['en_US'] ?? '', ja_JP: shown['ja_JP'] ?? '' };
  const facts = ['messages', 'chats', 'people', 'terminals', 'readBefore', 'copies'] as const;
  return (
    <Modal
      open
      title={t('recall.title')}
      okText={t('recall.button')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ danger: true, loading: saving, ...off(reason.trim().length < 5 && 'short') }}
      onOk={() => void save({ ids, reason, ...(says && { shownText: texts }) })}
      onCancel={onClose}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={3} />}
      {data && (
        <ul className="im-facts">
          {facts.map((name) => (
            <li key={name}>
              <strong>{numberText(data[name], language)}</strong>
              {t(`recall.${name}`)}
            </li>
          ))}
        </ul>
      )}
      <Form layout="vertical">
        <Form.Item
          label={t('recall.reason')}
          htmlFor={reasonId}
          required
          {...(issues.length > 0 && { validateStatus: 'error' as const, help: issues.map(({ message }) => message).join(' ') })}
        >
          <Input.TextArea id={reasonId} rows={2} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Form.Item>
        {languages.map((one) => (
          <Form.Item key={one} label={t('recall.shownText', { language: kit(`lang.${one}`) })} htmlFor={`${textId}-${one}`}>
            <Input
              id={`${textId}-${one}`}
              maxLength={200}
              placeholder={t('recall.usual')}
              value={shown[one] ?? ''}
              onChange={({ target }) => setShown({ ...shown, [one]: target.value })}
            />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  );
}
