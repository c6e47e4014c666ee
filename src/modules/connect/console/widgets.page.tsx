import { App, Button, Select } from 'antd';
import type { ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { accessSystem } from '#modules/access/common/system.contract.ts';
import { connectSecret, connectWidget } from '../common/connect.contract.ts';

const TryAs = later('connect-try', async () => (await import('./try-as.tsx')).TryAs);

const F = entityFields(connectWidget);

/** Which widget is connected to which business system. */
export default function WidgetsPage(): ReactElement {
  return (
    <CrudPanel
      entity={connectWidget}
      columns={[
        'name',
        { name: 'widgetId', as: 'code', width: 130 },
        { name: 'systemName', width: 140 },
        { name: 'signIn', as: 'enum', width: 110 },
        { name: 'hosts', width: 170 },
        { name: 'hasSecret', as: 'boolean', optional: true, width: 90 },
        { name: 'tickets24', as: 'number', width: 100 },
        { name: 'refused24', as: 'number', width: 100 },
        'enabled',
      ]}
      form={
        <>
          <F.name />
          <F.widgetId />
          <F.systemId>
            <SystemSelect />
          </F.systemId>
          <F.ownerDeptId />
          <F.signIn as="radio" />
          <F.entryUrl />
          <F.hosts wide>
            <Select mode="tags" tokenSeparators={[',', ' ']} open={false} suffixIcon={null} />
          </F.hosts>
          <F.audience />
          <F.description wide as="area" />
        </>
      }
      facts={(row) => <TryAs widget={row} />}
      rowActions={(row) => <SecretButton id={row.id} />}
    />
  );
}

interface SystemSelectProps {
  value?: string;
  onChange?: (id: string) => void;
  id?: string;
}

/** Access systems by their name. */
function SystemSelect({ value, onChange, id }: SystemSelectProps): ReactElement {
  const { data } = useRead(accessSystem.list, { pageSize: 500 });
  return (
    <Select
      {...(id !== undefined && { id })}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: one.name }))}
      onChange={(next: string) => onChange?.(next)}
    />
  );
}

/** Makes a new secret and shows it once. */
function SecretButton({ id }: { id: string }): ReactElement | null {
  const t = useT('connect');
  const may = useMay();
  const { modal } = App.useApp();
  if (!may(connectSecret)) return null;
  const make = async (): Promise<void> => {
    try {
      const { secret } = await call(connectSecret, { id });
      await invalidate(connectWidget.list);
      modal.success({ title: t('secret.title'), content: <code className="whk-once">{secret}</code>, width: 560 });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  const ask = (): void => void modal.confirm({ title: t('secret.ask'), content: t('secret.askMore'), onOk: make });
  return (
    <Button type="text" onClick={ask}>
      {t('secret.make')}
    </Button>
  );
}
