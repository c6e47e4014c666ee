import { Alert, Form, InputNumber, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { enrolCodeAdd } from '../../common/action.contract.ts';
import './devices.css';

/** Makes a code by which one device of a person is bound without anybody's agreement; it is shown once. */
export function EnrolCode({ empId, onClose }: { empId?: string; onClose: () => void }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  const [person, setPerson] = useState(empId);
  const [minutes, setMinutes] = useState(60);
  const [made, setMade] = useState<{ code: string; until: number }>();
  const { save, saving } = useSave(enrolCodeAdd, { onSaved: setMade });
  return (
    <Modal open title={t('enrolCode.title')} footer={null} onCancel={onClose}>
      {made ? (
        <Alert
          role="status"
          type="success"
          title={<code className="devices-code">{made.code}</code>}
          description={t('enrolCode.once', { time: timeText(made.until, language) })}
        />
      ) : (
        <Form layout="vertical" onFinish={() => person !== undefined && void save({ empId: person, minutes })}>
          <Form.Item label={t('deviceBinding.field.name')} htmlFor="enrol-person">
            <EmployeePicker
              id="enrol-person"
              value={person ?? null}
              onChange={(one) => setPerson(typeof one === 'string' ? one : undefined)}
            />
          </Form.Item>
          <Form.Item label={t('enrolCode.minutes')} htmlFor="enrol-minutes">
            <InputNumber id="enrol-minutes" min={5} max={1440} value={minutes} onChange={(value) => setMinutes(value ?? 60)} />
          </Form.Item>
          <OffButton type="primary" htmlType="submit" loading={saving} off={person === undefined && 'nobody'}>
            {t('enrolCode.make')}
          </OffButton>
        </Form>
      )}
    </Modal>
  );
}
