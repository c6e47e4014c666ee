import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { todoFrame } from '../common/permissions.ts';
import { TodoStrip } from './item/strip.tsx';

/** To-dos of business systems and their forms: the frame of all pages. */
export default function TodoFramePage(): ReactElement {
  const t = useT('todo-forms');
  return (
    <>
      <PageHeader title={useCodeName(todoFrame.code)} help={t('frame.help')} />
      <TodoStrip />
      <NestedTabs page={todoFrame.code.replaceAll('_', '-')} />
    </>
  );
}
