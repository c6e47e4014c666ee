import { Form, Input, InputNumber, Modal, Select, Tag } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { fileConfigCheck } from '../../common/file-config.contract.ts';
import { mebibyte } from '../../common/words.ts';

interface Requested {
  empId?: string;
  peerId?: string;
  platform: Platform;
  name: string;
  size: number;
}

/** May somebody send a file to somebody, and which value decides. */
export function CheckDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('message-files');
  const base = useId();
  const [request, setRequest] = useState<Requested>({ platform: 2, name: 'report.pdf', size: 1 });
  const [answer, setAnswer] = useState<Reply<typeof fileConfigCheck>>();
  const { save, saving, issues } = useSave(fileConfigCheck, { message: null, onSaved: setAnswer });
  const change = (next: Partial<Requested>): void => {
    setRequest({ ...request, ...next });
    setAnswer(undefined);
  };
  const { empId, peerId, platform, name, size } = request;
  const ready = empId !== undefined && peerId !== undefined && name !== '';
  return (
    <Modal open title={t('check.title')} footer={null} onCancel={onClose}>
      <Form
        layout="vertical"
        onFinish={() => {
          if (ready) void save({ empId, peerId, platform, name, size: size * mebibyte });
        }}
      >
        <Form.Item label={t('check.from')} htmlFor={`${base}f`}>
          <EmployeePicker id={`${base}f`} value={empId ?? null} onChange={(id) => typeof id === 'string' && change({ empId: id })} />
        </Form.Item>
        <Form.Item label={t('check.to')} htmlFor={`${base}t`}>
          <EmployeePicker id={`${base}t`} value={peerId ?? null} onChange={(id) => typeof id === 'string' && change({ peerId: id })} />
        </Form.Item>
        <Form.Item label={t('check.platform')} htmlFor={`${base}p`}>
          <Select<Platform>
            id={`${base}p`}
            value={platform}
            options={platforms.map((value) => ({ value, label: platformNames[value] }))}
            onChange={(value) => change({ platform: value })}
          />
        </Form.Item>
        <Form.Item
          label={t('check.name')}
          htmlFor={`${base}n`}
          {...(issues.length > 0 && { validateStatus: 'error' as const, help: issues.map(({ message }) => message).join(' ') })}
        >
          <Input id={`${base}n`} value={name} maxLength={255} onChange={({ target }) => change({ name: target.value })} />
        </Form.Item>
        <Form.Item label={t('check.size')} htmlFor={`${base}s`}>
          <InputNumber
            id={`${base}s`}
            min={1}
            max={20_480}
            precision={0}
            value={size}
            onChange={(next) => next !== null && change({ size: next })}
          />
        </Form.Item>
        <OffButton type="primary" htmlType="submit" loading={saving} off={!ready && 'fields'}>
          {t('check.ask')}
        </OffButton>
      </Form>
      {answer && (
        <p role="status">
          <Tag color={answer.allowed ? 'success' : 'error'}>{t(answer.allowed ? 'check.allowed' : 'check.refused')}</Tag>
          {!answer.allowed && `${answer.code} ${answer.text ?? ''} · ${t(`decider.${answer.decider}`)}`}
        </p>
      )}
    </Modal>
  );
}
