import type { ReactElement } from 'react';
import { WhitePage } from './components/white-page.tsx';

/** The white list of binding. */
export default function BindingWhitelistPage(): ReactElement {
  return <WhitePage which="binding" />;
}
