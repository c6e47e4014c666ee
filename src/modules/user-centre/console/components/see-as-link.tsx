import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { contactAuth, personDetail } from '#modules/contacts/common/permissions.ts';

/** Pages on which the directory is seen as somebody else. */
const pages = [contactAuth, personDetail] as const;

/** Leads to the directory as this person sees it. */
export function SeeAsLink({ id }: { id: string }): ReactElement | null {
  const can = useCan();
  const navigate = useNavigate();
  const page = pages.find(({ button }) => can(button.preview));
  if (!page) return null;
  return (
    <Permit code={page.button.preview}>
      {(name) => (
        <Button icon={<EyeOutlined aria-hidden="true" />} onClick={() => void navigate(`${page.route}?view=as&empId=${id}`)}>
          {name}
        </Button>
      )}
    </Permit>
  );
}
