import type { ComponentType } from 'react';
import type { KeyOf } from '../i18n/i18n.ts';

/** A part of the page kit, at an address of its own. */
export interface Part {
  /** Its address behind the #. */
  name: string;
  title: KeyOf<'gallery'>;
  load: () => Promise<{ default: ComponentType }>;
  /** Tabs that are drawn inside it. */
  nested?: readonly Part[];
}

/** Every part of the page kit. */
export const parts: readonly Part[] = [{ name: 'table', title: 'part.table', load: () => import('./parts/table.part.tsx') }];
