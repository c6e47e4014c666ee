import { Form } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { crowdDraft, type CrowdDetail } from '../../common/crowd.contract.ts';
import { RuleBuilder } from '../rule/rule-builder.tsx';
import type { Catalogue } from '../rule/value-shape.ts';
import { ChurnInput } from './churn-input.tsx';
import { PeopleInput } from './people-input.tsx';

// The draft's fields for both: what a new crowd needs may not be taken away later either.
const F = fieldsOf(crowdDraft);

interface CrowdFieldsProps {
  catalogue: Catalogue;
  kind: CrowdDetail['kind'];
  stored: CrowdDetail | undefined;
  issues: ReadonlyMap<string, string>;
  stopped: number;
}

/** Everything that is entered of a crowd. */
export function CrowdFields({ catalogue, kind, stored, issues, stopped }: CrowdFieldsProps): ReactElement {
  const t = useT('user-centre');
  return (
    <>
      {stored ? (
        <div className="whk-full cr-fixed">
          <Facts
            row={stored}
            facts={[
              { name: 'kind', as: 'enum' },
              { name: 'code', as: 'code' },
            ]}
          />
        </div>
      ) : (
        <F.kind as="radio" wide help={t(`crowd.kindHelp.${kind}`)} />
      )}
      <F.name as="local" />
      {!stored && <F.code help={t('crowd.codeHelp')} />}
      <F.ownerDeptId help={t('crowd.ownerHelp')}>
        <DepartmentPicker />
      </F.ownerDeptId>
      {kind === 'dynamic' && (
        <>
          <h3>{t('crowd.section.rule')}</h3>
          <Form.Item name="conditions" className="whk-full">
            <RuleBuilder catalogue={catalogue} issues={issues} stopped={stopped} />
          </Form.Item>
          <h3>{t('crowd.section.people')}</h3>
        </>
      )}
      {kind === 'fixed' && <h3>{t('crowd.section.named')}</h3>}
      <F.includes {...(kind === 'fixed' && { wide: true, label: t('crowd.named') })} help={t(`crowd.includesHelp.${kind}`)}>
        <PeopleInput />
      </F.includes>
      {kind === 'dynamic' && (
        <F.excludes help={t('crowd.excludesHelp')}>
          <PeopleInput />
        </F.excludes>
      )}
      <F.withDisabled as="switch" help={t('crowd.withDisabledHelp')} />
      {kind === 'dynamic' && (
        <F.churnLimit help={t('crowd.churnHelp')}>
          <ChurnInput />
        </F.churnLimit>
      )}
      <F.description as="area" />
    </>
  );
}
