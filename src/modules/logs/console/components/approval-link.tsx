import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { requestGet } from '#modules/approvals/common/request.contract.ts';
import { changeApproval } from '#modules/approvals/common/permissions.ts';

/** The request by which others agreed to what a row tells of; its id alone for who may not read requests. */
export function ApprovalLink({ id }: { id: string }): ReactElement {
  const t = useT('logs');
  const may = useMay();
  if (!may(requestGet)) return <code>{id}</code>;
  return <Link to={`${changeApproval.route}?tab=all&id=${encodeURIComponent(id)}`}>{t('operation.approval')}</Link>;
}
