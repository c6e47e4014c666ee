import type { ReactElement } from 'react';
import { RangePanel } from './components/range-panel.tsx';

/** What holders of the chosen contact role find by search. */
export default function SearchRangePage(): ReactElement {
  return <RangePanel kind="search" />;
}
