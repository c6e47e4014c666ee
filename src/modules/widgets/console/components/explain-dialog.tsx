import { Alert, Form, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { mamExplain } from '../../common/role.contract.ts';
import { WidgetSelect } from './widget-select.tsx';

interface ExplainDialogProps {
  /** Who it is about; chosen in the dialog unless given. */
  person?: { id: string; name: string };
  /** What it is about; chosen in the dialog unless given. */
  widgetId?: string;
  onClose: () => void;
}

/** Why somebody may use a widget, or may not. */
export function ExplainDialog({ person, widgetId, onClose }: ExplainDialogProps): ReactElement {
  const t = useT('widgets');
  const [personField, widgetField] = [useId(), useId()];
  const [chosen, setChosen] = useState<string>();
  const [widget, setWidget] = useState<string | null>(null);
  const [empId, wanted] = [person?.id ?? chosen, widgetId ?? widget ?? undefined];
  return (
    <Modal open title={t('explain.title')} footer={null} onCancel={onClose}>
      <Form layout="vertical">
        {person ? (
          <p>{person.name}</p>
        ) : (
          <Form.Item label={t('explain.person')} htmlFor={personField}>
            <EmployeePicker
              id={personField}
              value={chosen ?? null}
              onChange={(picked) => setChosen(typeof picked === 'string' ? picked : undefined)}
            />
          </Form.Item>
        )}
        {widgetId === undefined && (
          <Form.Item label={t('explain.widget')} htmlFor={widgetField}>
            <WidgetSelect id={widgetField} value={widget} onChange={setWidget} />
          </Form.Item>
        )}
      </Form>
      {empId !== undefined && wanted !== undefined && <Verdict empId={empId} widgetId={wanted} />}
    </Modal>
  );
}

function Verdict({ empId, widgetId }: { empId: string; widgetId: string }): ReactElement | null {
  const t = useT('widgets');
  const { data } = useRead(mamExplain, { empId, widgetId });
  if (!data) return null;
  const { allowed, because, roles, wouldGive } = data;
  return (
    <Alert
      type={allowed ? 'success' : 'warning'}
      showIcon
      role="status"
      title={t(allowed ? 'explain.allowed' : 'explain.refused')}
      description={
        <>
          <p>{t(`explain.${because}`)}</p>
          {roles.length > 0 && (
            <ul>
              {roles.map((role, at) => (
                <li key={`${role.id} ${at}`}>{role.wayName ? t('explain.way', { role: role.name, way: role.wayName }) : role.name}</li>
              ))}
            </ul>
          )}
          {wouldGive.length > 0 && <p>{t('explain.wouldGive', { names: wouldGive.map(({ name }) => name).join(', ') })}</p>}
        </>
      }
    />
  );
}
