import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/page/crud-panel.tsx';
import { soap } from '../common/connection.contract.ts';

/** SOAP services. */
export default function SoapPage(): ReactElement {
  return <CrudPanel entity={soap} columns={['name', 'soapVersion', 'wsdlUrl', 'usedBy', 'enabled']} />;
}
