import { CloseOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { departmentGet } from '../../common/department.contract.ts';
import '../people.css';

interface ChosenDepartmentProps {
  id: string | undefined;
  onOpen: (id: string) => void;
  onClear: () => void;
}

/** Whose people are listed: the department with its path and number of people, or that it is everybody. */
export function ChosenDepartment({ id, onOpen, onClear }: ChosenDepartmentProps): ReactElement | null {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { data } = useRead(departmentGet, { id: id ?? '' }, { enabled: id !== undefined });
  if (id === undefined) return null;
  return (
    <div className="uc-chosen">
      <strong>{data?.id === id ? data.fullName : '…'}</strong>
      {data?.id === id && (
        <span>
          {t('department.peopleIn', { direct: numberText(data.directCount, language), total: numberText(data.totalCount, language) })}
        </span>
      )}
      <Button type="text" size="small" icon={<InfoCircleOutlined />} onClick={() => onOpen(id)}>
        {t('department.details')}
      </Button>
      <Button type="text" size="small" icon={<CloseOutlined />} onClick={onClear}>
        {t('department.showAll')}
      </Button>
    </div>
  );
}
