import type { ReactElement } from 'react';
import { consoleLoginGet, consoleLoginList } from '../common/login-log.contract.ts';
import { LoginPanel } from './components/login-panel.tsx';
import { consoleLoginColumns } from './components/login-columns.tsx';

/** Sign-ins of the console. */
export default function ConsoleLoginPage(): ReactElement {
  return <LoginPanel side="console" list={consoleLoginList} get={consoleLoginGet} columns={consoleLoginColumns} />;
}
