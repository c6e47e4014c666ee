import { Form } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { connectParam } from '../common/connect.contract.ts';

const ParamDetail = later('connect-resolved', async () => (await import('./resolved.tsx')).ParamDetail);

const F = entityFields(connectParam);

/** Parameters that connected widgets are given. */
export default function ConnectParamsPage(): ReactElement {
  return (
    <CrudPanel
      entity={connectParam}
      columns={[
        { name: 'name', as: 'code', width: 180 },
        { name: 'widgetId', as: 'code', width: 150 },
        'kind',
        'platform',
        { name: 'value', width: 200 },
        'visible',
        'ownerDeptId',
      ]}
      form={<ParamForm />}
      facts={(row) => <ParamDetail param={row} />}
    />
  );
}

function ParamForm(): ReactElement {
  const isSecret = Form.useWatch<unknown>('kind') === 'secret';
  return (
    <>
      <F.name />
      <F.ownerDeptId />
      <F.widgetId />
      <F.platform />
      <F.kind />
      {isSecret ? <F.secret /> : <F.value wide as="area" />}
      <F.visible as="radio" />
      <F.description wide as="area" />
    </>
  );
}
