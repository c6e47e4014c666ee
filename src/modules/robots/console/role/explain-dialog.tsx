import { Button, Modal, Tag } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { mrmExplain } from '../../common/role/role.contract.ts';
import '../frame/robots.css';

/** What somebody may do with robots, assistants, mika and to-dos, each with the roles that give it or would. */
export function ExplainDialog({ person, onClose }: { person: { id: string; name: string }; onClose: () => void }): ReactElement {
  const t = useT('robots');
  const kit = useT('kit');
  const [language] = useLanguage();
  const { data, error, refetch } = useRead(mrmExplain, { empId: person.id });
  const listed = new Intl.ListFormat(language.replace('_', '-'));
  const why = ({ allowed, by, wouldGive }: { allowed: boolean; by: string[]; wouldGive: string[] }): string => {
    if (allowed) return t('explain.by', { roles: listed.format(by) });
    return wouldGive.length > 0 ? t('explain.missing', { roles: listed.format(wouldGive) }) : t('explain.nobody');
  };
  return (
    <Modal
      open
      width={640}
      title={t('explain.title', { name: person.name })}
      footer={<Button onClick={onClose}>{kit('form.close')}</Button>}
      onCancel={onClose}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={8} />}
      {data && (
        <>
          <p>{t('explain.roles', { roles: listed.format(data.roles) })}</p>
          <ul className="rb-list">
            {data.functions.map((one) => (
              <li key={one.code}>
                <Tag color={one.allowed ? 'success' : 'default'}>{one.name}</Tag>
                <span>{why(one)}</span>
              </li>
            ))}
          </ul>
          <ul className="rb-facts">
            {data.limits.map(({ name, value }) => (
              <li key={name}>
                <span>{t(`limit.${name}`)}</span>
                <strong>{numberText(value, language)}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
