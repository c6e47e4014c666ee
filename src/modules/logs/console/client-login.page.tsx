import type { ReactElement } from 'react';
import { clientLoginGet, clientLoginList } from '../common/login-log.contract.ts';
import { LoginPanel } from './components/login-panel.tsx';
import { clientLoginColumns } from './components/login-columns.tsx';

/** Sign-ins of terminals. */
export default function ClientLoginPage(): ReactElement {
  return <LoginPanel side="client" list={clientLoginList} get={clientLoginGet} columns={clientLoginColumns} />;
}
