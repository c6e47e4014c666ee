import type { ReactElement } from 'react';
import { AdvertPanel } from './components/advert-panel.tsx';

/** Adverts of an app of this kind. */
export default function LaunchAdPage(): ReactElement {
  return <AdvertPanel kind="launch" />;
}
