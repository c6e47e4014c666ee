import { Form } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { fanTag, type FanTagDetail } from '../../common/tag.contract.ts';

const F = entityFields(fanTag);

/** Fields of a tag: those of conditions only where it is a rule. The account is the one of the page. */
export function TagForm({ tag }: { tag?: FanTagDetail | undefined }): ReactElement {
  const t = useT('public-fans');
  const entered: unknown = Form.useWatch('kind');
  const kind = tag?.kind ?? entered;
  return (
    <>
      <F.name />
      <F.group />
      {!tag && <F.kind />}
      {kind === 'rule' && (
        <>
          <p>{t('fanTag.ruleHint')}</p>
          <F.departmentIds />
          <F.crowdIds />
          <F.newerThan />
          <F.olderThan />
          <F.readWithin />
          <F.unreadFor />
        </>
      )}
    </>
  );
}
