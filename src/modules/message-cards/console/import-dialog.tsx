import { Button, Form, Input, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { cardTemplate } from '../common/card.contract.ts';
import { cardManage } from '../common/permissions.ts';
import { cardFiles, cardImport } from '../common/transfer.contract.ts';

/** The templates of a text that an export wrote; undefined for any other text. */
function templatesIn(text: string): typeof cardFiles._output | undefined {
  try {
    const { data } = cardFiles.safeParse((JSON.parse(text) as { templates?: unknown }).templates);
    return data;
  } catch {
    return undefined;
  }
}

/** The button by which templates of another installation are taken over. */
export function ImportTemplates(): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Permit code={cardManage.button.import}>{(name) => <Button onClick={() => setOpen(true)}>{name}</Button>}</Permit>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('message-cards');
  const kit = useT('kit');
  const base = useId();
  const [text, setText] = useState('');
  const [ownerDeptId, setOwner] = useState<string>();
  const { save, saving, issues } = useSave(cardImport, { invalidates: [cardTemplate.list, cardTemplate.get], onSaved: onClose });
  const templates = templatesIn(text);
  const request = templates && ownerDeptId !== undefined ? { ownerDeptId, templates } : undefined;
  const wrong = text !== '' && !templates ? t('transfer.wrong') : issues.map(({ message }) => message).join(' ');
  return (
    <Modal
      open
      title={t('transfer.title')}
      okText={t('source.import')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(!request && 'file') }}
      onOk={() => request && void save(request)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('transfer.file')} htmlFor={`${base}file`}>
          <input
            id={`${base}file`}
            type="file"
            accept=".json,application/json"
            onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
          />
        </Form.Item>
        <Form.Item
          label={t('transfer.text')}
          htmlFor={`${base}text`}
          {...(wrong !== '' && { validateStatus: 'error' as const, help: wrong })}
        >
          <Input.TextArea id={`${base}text`} rows={6} value={text} onChange={({ target }) => setText(target.value)} />
        </Form.Item>
        <Form.Item label={t('transfer.owner')} htmlFor={`${base}owner`}>
          <DepartmentPicker
            id={`${base}owner`}
            value={ownerDeptId ?? null}
            onChange={(picked) => setOwner(typeof picked === 'string' ? picked : undefined)}
          />
        </Form.Item>
      </Form>
      <ImpactLine endpoint={cardImport} input={saving ? undefined : request} />
    </Modal>
  );
}
