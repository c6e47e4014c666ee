import type { ReactElement } from 'react';
import { CompanyFrame } from './robot-frame.tsx';

/** The frame of the robots and assistants of one company. */
export default function CompanyFramePage(): ReactElement {
  return <CompanyFrame />;
}
