import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { SubjectContext, useWords } from '#kit/console/page/subject.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { extraTargets } from '../../common/extra/extra-fields.ts';
import { extraDictionary as page } from '../../common/extra/extra.permissions.ts';
import { extraField } from '../subjects.ts';
import { FieldBoard } from './field-board.tsx';

/** Extra fields: those of people and those of departments, in their sections. */
export default function ExtraFieldsPage(): ReactElement {
  const t = useT('user-centre');
  const title = useCodeName(page.code);
  const words = useWords(extraField);
  return (
    <SubjectContext value={extraField}>
      <PageFrame title={title} help={words.own('help')}>
        <ViewTabs
          tabs={extraTargets.map((target) => ({
            key: target,
            label: t(`extra.tab.${target}`),
            children: <FieldBoard key={target} target={target} />,
          }))}
        />
      </PageFrame>
    </SubjectContext>
  );
}
