import type { ReactElement } from 'react';
import { SiteFrame } from './robot-frame.tsx';

/** The frame of all robots and assistants. */
export default function SiteFramePage(): ReactElement {
  return <SiteFrame />;
}
