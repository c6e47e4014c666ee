import type { ReactElement } from 'react';
import { RulesPanel } from './components/rules-panel.tsx';

/** File rules of kind send. */
export default function SendPage(): ReactElement {
  return <RulesPanel kind="send" />;
}
