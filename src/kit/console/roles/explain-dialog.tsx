import { Alert, Form, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import type { ExplainPath } from '#kit/common/role/explain.contract.ts';
import type { Reply } from '#kit/common/contract.ts';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { AskedPerson, AskedResource } from './asked-fields.tsx';
import { rangeText } from './range-text.ts';
import { useRoleArea } from './role-area.ts';
import '../form/form.css';
import './roles.css';

/** Why somebody may do something, or why not: every way from the person through department, crowd and role to the resource. */
export function ExplainDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('kit');
  const { rights } = useRoleArea();
  const [empId, setEmpId] = useState<string>();
  const [code, setCode] = useState<string>();
  const asked = empId !== undefined && code !== undefined;
  const answer = useRead(rights.explain, { empId: empId ?? '', code: code ?? '' }, { enabled: asked });
  return (
    <Modal open title={t('role.explain')} width={760} footer={null} onCancel={onClose}>
      <Form layout="vertical" className="whk-form">
        <AskedPerson value={empId} onChange={setEmpId} />
        <AskedResource value={code} onChange={setCode} />
      </Form>
      {asked && answer.isPending && <WaitingForm lines={3} />}
      {answer.error && <ErrorState error={answer.error} />}
      {answer.data && <Answer answer={answer.data} />}
    </Modal>
  );
}

type Explained = Reply<ReturnType<typeof useRoleArea>['rights']['explain']>;

function Answer({ answer }: { answer: Explained }): ReactElement {
  const t = useT('kit');
  const { person, resource, granted, superAdmin, barred, paths, wouldGive } = answer;
  const facts = { person: person.name, resource: resource?.name ?? '' };
  return (
    <>
      <Alert
        type={granted ? 'success' : 'warning'}
        showIcon
        role="status"
        title={t(granted ? 'role.explainYes' : 'role.explainNo', facts)}
        description={[superAdmin && t('role.explainSuper'), barred && t('role.explainBarred')].filter(Boolean).join(' ')}
      />
      <ul className="whk-why" aria-label={t('role.explainPaths')}>
        {paths.map((path, at) => (
          <Path key={`${path.roleId} ${path.way.kind} ${path.way.id} ${at}`} path={path} person={person.name} resource={facts.resource} />
        ))}
      </ul>
      {!granted && wouldGive.length > 0 && <p>{t('role.wouldGive', { roles: wouldGive.map(({ name }) => name).join(', ') })}</p>}
    </>
  );
}

function Path({ path, person, resource }: { path: ExplainPath; person: string; resource: string }): ReactElement {
  const t = useT('kit');
  const steps = [person, ...(path.way.kind === 'employee' ? [] : [path.way.fullName || path.way.name]), path.roleName, resource];
  return (
    <li data-effective={path.state === 'effective'}>
      {steps.map((step, at) => (
        <span key={`${at} ${step}`}>{step}</span>
      ))}
      <small>
        {t(`role.state.${path.state}`)} · {rangeText(path.range, t)}
      </small>
    </li>
  );
}
