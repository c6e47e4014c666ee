import type { ComponentType } from 'react';
import type { KeyOf } from '../i18n/i18n.ts';

/** A part of the page kit, at an address of its own. */
export interface Part {
  /** Its address behind the #. */
  name: string;
  load: () => Promise<{ default: ComponentType }>;
}

interface ShownPart extends Part {
  title: KeyOf<'gallery'>;
  /** Tabs that are drawn inside it. */
  nested?: readonly Part[];
}

/** Every part of the page kit. */
export const parts: readonly ShownPart[] = [
  { name: 'table', title: 'part.table', load: () => import('./parts/table.part.tsx') },
  { name: 'filters', title: 'part.filters', load: () => import('./parts/filters.part.tsx') },
  { name: 'pager', title: 'part.pager', load: () => import('./parts/pager.part.tsx') },
  { name: 'page', title: 'part.page', load: () => import('./parts/page.part.tsx') },
  { name: 'form', title: 'part.form', load: () => import('./parts/form.part.tsx') },
  { name: 'action', title: 'part.action', load: () => import('./parts/action.part.tsx') },
  { name: 'pickers', title: 'part.pickers', load: () => import('./parts/pickers.part.tsx') },
  { name: 'change', title: 'part.change', load: () => import('./parts/change.part.tsx') },
  { name: 'jobs', title: 'part.jobs', load: () => import('./parts/jobs.part.tsx') },
  { name: 'crud', title: 'part.crud', load: () => import('./parts/crud.part.tsx') },
  { name: 'panel', title: 'part.panel', load: () => import('./parts/panel.part.tsx') },
  { name: 'settings', title: 'part.settings', load: () => import('./parts/settings.part.tsx') },
  { name: 'log', title: 'part.log', load: () => import('./parts/log.part.tsx') },
  { name: 'wizard', title: 'part.wizard', load: () => import('./parts/wizard.part.tsx') },
  { name: 'chart', title: 'part.chart', load: () => import('./parts/chart.part.tsx') },
  { name: 'states', title: 'part.states', load: () => import('./parts/states.part.tsx') },
  {
    name: 'roles',
    title: 'part.roles',
    load: () => import('./parts/roles.part.tsx'),
    nested: [
      { name: 'members', load: () => import('./parts/role-members.part.tsx') },
      { name: 'authority', load: () => import('./parts/role-authority.part.tsx') },
    ],
  },
  { name: 'files', title: 'part.files', load: () => import('./parts/files.part.tsx') },
  { name: 'shell', title: 'part.shell', load: () => import('./parts/shell.part.tsx') },
];
