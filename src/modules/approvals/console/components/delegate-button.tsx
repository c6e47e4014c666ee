import { Button, DatePicker, Form, Modal } from 'antd';
import { useOff } from '#kit/console/action/off-button.tsx';
import { momentFormats, dayjs, type Dayjs } from '#kit/console/theme/calendar.ts';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { delegationList, requestDelegate } from '../../common/request.contract.ts';

/** Lets somebody else decide while one is away. */
export function DelegateButton(): ReactElement | null {
  const { granted, name } = useActionName(requestDelegate);
  const [open, setOpen] = useState(false);
  if (!granted) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {open && <DelegateDialog name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

const mostDays = 14;

function DelegateDialog({ name, onClose }: { name: string; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('approvals');
  const k = useT('kit');
  const [language] = useLanguage();
  const [toId, setToId] = useState<string>();
  const [until, setUntil] = useState<Dayjs | null>(() => dayjs().add(7, 'day').endOf('day'));
  const now = useRead(delegationList, {});
  const { save, saving, issues } = useSave(requestDelegate, { invalidates: [delegationList], onSaved: () => setToId(undefined) });
  const wrong = (field: string): string | undefined => issues.find(({ path }) => path === field)?.message;
  const itemOf = (field: string) => {
    const help = wrong(field);
    return help === undefined ? {} : { help, validateStatus: 'error' as const };
  };
  return (
    <Modal
      open
      title={t('delegate.title')}
      okText={name}
      cancelText={k('form.close')}
      okButtonProps={{ ...off((toId === undefined || until === null) && 'fields'), loading: saving }}
      onOk={() => void (toId !== undefined && until !== null && save({ toId, until: until.valueOf() }))}
      onCancel={onClose}
    >
      <p>{t('delegate.text')}</p>
      {now.data?.length === 0 && <p className="wa-soft">{t('delegate.none')}</p>}
      <ul className="wa-delegations">
        {now.data?.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{one.toName}</strong> {t('delegate.until', { time: timeText(one.until, language) })}
            </span>
            <Button size="small" loading={saving} onClick={() => void save({ toId: one.toId, until: 0 })}>
              {t('delegate.end')}
            </Button>
          </li>
        ))}
      </ul>
      <Form layout="vertical">
        <Form.Item label={t('changeRequest.field.toId')} {...itemOf('toId')}>
          <EmployeePicker
            value={toId ?? null}
            onChange={(value) => setToId(typeof value === 'string' ? value : undefined)}
            aria-label={t('changeRequest.field.toId')}
          />
        </Form.Item>
        <Form.Item label={t('changeRequest.field.until')} {...itemOf('until')}>
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format={momentFormats()}
            value={until}
            onChange={setUntil}
            aria-label={t('changeRequest.field.until')}
            minDate={dayjs()}
            maxDate={dayjs().add(mostDays, 'day')}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
