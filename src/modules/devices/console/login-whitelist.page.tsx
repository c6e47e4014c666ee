import type { ReactElement } from 'react';
import { WhitePage } from './components/white-page.tsx';

/** The white list of signing in. */
export default function LoginWhitelistPage(): ReactElement {
  return <WhitePage which="login" />;
}
