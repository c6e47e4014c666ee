import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ObjectHead } from '#kit/console/object/object-head.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { specialUser } from '../../common/special.contract.ts';
import { SpecialActions } from './special-actions.tsx';

interface ChosenProps {
  roleId: string;
  page: string;
  onBack: () => void;
}

/** One rule: what it does, and in its tabs who is an exception and whom it protects. */
export function ChosenSpecial({ roleId, page, onBack }: ChosenProps): ReactElement {
  const t = useT('contacts');
  const { data, error, refetch } = useRead(specialUser.find, { roleId });
  return (
    <section className="special-chosen" aria-label={t('special.chosen')}>
      <Button type="text" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={onBack}>
        {t('special.all')}
      </Button>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm />}
      {data && (
        <>
          <Head rule={data} onGone={onBack} />
          <NestedTabs page={page} keep={['roleId']} />
        </>
      )}
    </section>
  );
}

function Head({ rule, onGone }: { rule: Reply<typeof specialUser.find>; onGone: () => void }): ReactElement {
  const t = useT('contacts');
  const kit = useT('kit');
  const [language] = useLanguage();
  const people = (count: number): string => numberText(count, language);
  const says = [
    t(`special.means.${rule.mode}`),
    t('special.protects', { count: people(rule.belongs) }),
    t('special.exempts', { count: people(rule.exceptions) }),
    ...(rule.proxyName ? [t('special.proxy', { name: rule.proxyName })] : []),
    ...(rule.until === null ? [] : [t('special.until', { time: timeText(rule.until, language) })]),
  ];
  return (
    <ObjectHead
      as="h2"
      className="whk-role-head"
      name={rule.name}
      path={rule.code}
      state={
        <>
          <Tag color="blue">{t(`cpdRole.mode.${rule.mode}`)}</Tag>
          {!rule.enabled && <Tag>{kit('value.disabled')}</Tag>}
        </>
      }
      actions={<SpecialActions rule={rule} onGone={onGone} />}
    >
      <p>
        {rule.description && `${rule.description} · `}
        {says.join(' · ')}
      </p>
    </ObjectHead>
  );
}
