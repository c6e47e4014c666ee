import type { ReactElement } from 'react';
import { AdvertPanel } from './components/advert-panel.tsx';

/** Adverts of an app of this kind. */
export default function HomeAdPage(): ReactElement {
  return <AdvertPanel kind="home" />;
}
