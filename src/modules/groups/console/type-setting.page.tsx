import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { typeManageRoute, typeSetting } from '../common/permissions.ts';

/** One type of groups: the frame of its settings. */
export default function TypeSettingPage(): ReactElement {
  const t = useT('groups');
  return (
    <>
      <p>
        <Link to={typeManageRoute}>
          <ArrowLeftOutlined aria-hidden="true" /> {t('type.back')}
        </Link>
      </p>
      <NestedTabs page={typeSetting.code.replaceAll('_', '-')} />
    </>
  );
}
