import type { ReactElement } from 'react';
import { RulesPanel } from './components/rules-panel.tsx';

/** File rules of kind download. */
export default function DownloadPage(): ReactElement {
  return <RulesPanel kind="download" />;
}
