import type { ReactElement } from 'react';
import { RulesPanel } from './components/rules-panel.tsx';

/** File rules of kind preview. */
export default function PreviewPage(): ReactElement {
  return <RulesPanel kind="preview" />;
}
