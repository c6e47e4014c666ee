import { Alert, DatePicker, Form, Input, Modal, Radio } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import * as contract from '../../common/template/template.contract.ts';
import { ChangesList } from './changes-list.tsx';
import { ProblemsList } from './problems-list.tsx';
import './template.css';

interface DialogProps {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly onClose: () => void;
  readonly onPublished?: () => void;
}

/** Everything that a publication changes for lists and pages. */
export const templateReadings = [
  contract.todoTemplate.list,
  contract.todoTemplate.get,
  contract.templateVersions,
  contract.templateUsage,
  contract.templateCheck,
];

/** Publishes the saved draft: what changes, what breaks and for how many open items, a note, now or at a time. */
export function PublishDialog({ id, version, name, onClose, onPublished }: DialogProps): ReactElement {
  const t = useT('todo-forms');
  const kit = useT('kit');
  const base = useId();
  const [note, setNote] = useState('');
  const [later, setLater] = useState(false);
  const [at, setAt] = useState<number>();
  const { data } = useRead(contract.templateCheck, { id });
  const { save, saving, issues } = useSave(contract.templatePublish, {
    invalidates: templateReadings,
    onSaved: () => {
      onPublished?.();
      onClose();
    },
  });
  const errors = data?.problems.filter(({ level }) => level === 'error') ?? [];
  const isBroken = data?.changes.some(({ breaking }) => breaking) === true;
  const cannot = !data || errors.length > 0 || (later && at === undefined);
  return (
    <Modal
      open
      width={680}
      title={t('publish.title', { name })}
      okText={t(later ? 'publish.plan' : 'publish.now')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, disabled: cannot }}
      onOk={() => !cannot && void save({ id, version, note, ...(later && at !== undefined && { at }), ...(data && { open: data.open }) })}
      onCancel={onClose}
    >
      {!data && <WaitingForm lines={3} />}
      {data && (
        <>
          {errors.length > 0 && <Alert type="error" title={t('publish.errors')} />}
          <ProblemsList problems={data.problems} />
          <h4>{data.published === 0 ? t('publish.first') : t('publish.changes', { n: data.published })}</h4>
          {data.published > 0 && <ChangesList changes={data.changes} />}
          {isBroken && <p className="tdt-breaks">{t('publish.open', { n: data.open })}</p>}
        </>
      )}
      {issues.length > 0 && <p role="alert">{issues.map(({ message }) => message).join(' ')}</p>}
      <Form layout="vertical">
        <Form.Item label={t('publish.note')} htmlFor={`${base}note`}>
          <Input.TextArea id={`${base}note`} rows={2} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
        </Form.Item>
        <Radio.Group
          aria-label={t('publish.when')}
          value={later}
          options={[
            { value: false, label: t('publish.now') },
            { value: true, label: t('publish.later') },
          ]}
          onChange={({ target }) => setLater(target.value === true)}
        />
        {later && (
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            aria-label={t('publish.at')}
            onChange={(next) => setAt(next ? next.startOf('minute').valueOf() : undefined)}
          />
        )}
      </Form>
    </Modal>
  );
}
