import { Form } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { later } from '#kit/console/shell/later.tsx';
import { connectParam } from '../common/connect.contract.ts';

const ParamDetail = later('connect-resolved', async () => (await import('./resolved.tsx')).ParamDetail);

const F = entityFields(connectParam);

const platformOf = (value: number | null): string | undefined =>
  platforms.filter((one) => one === value).map((one) => platformNames[one])[0];

/** Parameters that connected widgets are given. */
export default function ConnectParamsPage(): ReactElement {
  const t = useT('connect');
  return (
    <CrudPanel
      entity={connectParam}
      columns={[
        { name: 'name', as: 'code', width: 180 },
        { name: 'widgetId', as: 'code', width: 150 },
        'kind',
        { name: 'platform', cell: (row) => platformOf(row.platform) ?? t('param.everyPlatform'), width: 120 },
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
  const t = useT('connect');
  const isSecret = Form.useWatch<unknown>('kind') === 'secret';
  return (
    <>
      <F.name />
      <F.ownerDeptId />
      <F.widgetId />
      <F.platform help={t('param.platformHelp')} />
      <F.kind />
      {isSecret ? <F.secret /> : <F.value wide as="area" />}
      <F.visible as="radio" />
      <F.description wide as="area" />
    </>
  );
}
