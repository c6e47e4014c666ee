import type { ReactElement } from 'react';
import { RangePanel } from './components/range-panel.tsx';

/** What holders of the chosen contact role see in the. */
export default function AuthRangePage(): ReactElement {
  return <RangePanel kind="auth" />;
}
