import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { personParts } from '#kit/console/person/person-parts.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useCan } from '#kit/console/store/granted.ts';

/** Leads to the directory as this person sees it. */
export function SeeAsLink({ id }: { id: string }): ReactElement | null {
  const can = useCan();
  const navigate = useNavigate();
  const page = personParts().seenAs.find(({ code }) => can(code));
  if (!page) return null;
  return (
    <Permit code={page.code}>
      {(name) => (
        <Button icon={<EyeOutlined aria-hidden="true" />} onClick={() => void navigate(`${page.route}?view=as&empId=${id}`)}>
          {name}
        </Button>
      )}
    </Permit>
  );
}
