import { Form, Input, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { languages } from '#kit/common/language.ts';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { groupMessage } from '../../common/group.contract.ts';

/** Writes a notice into groups, in each language. */
export function NoticeDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }): ReactElement {
  const off = useOff();
  const t = useT('groups');
  const kit = useT('kit');
  const base = useId();
  const [text, setText] = useState({ zh_CN: '', en_US: '', ja_JP: '' });
  const { save, saving, issues } = useSave(groupMessage, {
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  return (
    <Modal
      open
      title={t('bulk.message')}
      okText={t('bulk.send')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(text.zh_CN.trim() === '' && 'text') }}
      onOk={() => void save({ ids, text })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {languages.map((language, at) => (
          <Form.Item
            key={language}
            label={kit(`lang.${language}`)}
            htmlFor={`${base}${language}`}
            required={at === 0}
            {...(at === 0 &&
              issues.length > 0 && { validateStatus: 'error' as const, help: issues.map(({ message }) => message).join(' ') })}
          >
            <Input.TextArea
              id={`${base}${language}`}
              rows={2}
              maxLength={1000}
              value={text[language]}
              onChange={({ target }) => setText({ ...text, [language]: target.value })}
            />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  );
}
