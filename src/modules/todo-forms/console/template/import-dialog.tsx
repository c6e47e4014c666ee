import { Button, Form, Input, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { z } from 'zod';
import { useOff } from '#kit/console/action/off-button.tsx';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { templatePage } from '../../common/permissions.ts';
import { todoSystem } from '../../common/template/system.contract.ts';
import { todoTemplate } from '../../common/template/template.contract.ts';
import { templateFile, templateImport } from '../../common/template/transfer.contract.ts';

const files = z.object({ templates: z.array(templateFile).min(1).max(50) });

/** The templates of a text that an export wrote; undefined for any other text. */
function templatesIn(text: string): z.output<typeof files>['templates'] | undefined {
  try {
    return files.safeParse(JSON.parse(text)).data?.templates;
  } catch {
    return undefined;
  }
}

/** The button by which templates of another installation are taken over. */
export function ImportTemplates(): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Permit code={templatePage.button.import}>{(name) => <Button onClick={() => setOpen(true)}>{name}</Button>}</Permit>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('todo-forms');
  const kit = useT('kit');
  const base = useId();
  const [text, setText] = useState('');
  const [systemId, setSystem] = useState<string>();
  const { save, saving, issues } = useSave(templateImport, { invalidates: [todoTemplate.list, todoTemplate.get], onSaved: onClose });
  const templates = templatesIn(text);
  const request = templates && { templates, ...(systemId !== undefined && { systemId }) };
  const wrong = text !== '' && !templates ? t('import.wrong') : issues.map(({ message }) => message).join(' ');
  return (
    <Modal
      open
      title={t('import.title')}
      okText={t('import.do')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(!request && 'file') }}
      onOk={() => request && void save(request)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('import.file')} htmlFor={`${base}file`}>
          <input
            id={`${base}file`}
            type="file"
            accept=".json,application/json"
            onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
          />
        </Form.Item>
        <Form.Item
          label={t('import.text')}
          htmlFor={`${base}text`}
          {...(wrong !== '' && { validateStatus: 'error' as const, help: wrong })}
        >
          <Input.TextArea id={`${base}text`} rows={6} value={text} onChange={({ target }) => setText(target.value)} />
        </Form.Item>
        <Form.Item label={t('import.system')} htmlFor={`${base}system`} extra={t('import.systemHelp')}>
          <ObjectPicker
            id={`${base}system`}
            list={todoSystem.list}
            value={systemId ?? null}
            onChange={(picked) => setSystem(typeof picked === 'string' ? picked : undefined)}
          />
        </Form.Item>
      </Form>
      <ImpactLine endpoint={templateImport} input={saving ? undefined : request} />
    </Modal>
  );
}
