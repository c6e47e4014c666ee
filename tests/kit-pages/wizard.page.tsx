import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { Wizard } from '#kit/console/wizard/wizard.tsx';
import { departmentAdd, departmentDraft, departmentList } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { department } from '../../src/modules/people/console/subjects.ts';

const F = fieldsOf(departmentDraft);

/** A new department in steps. */
export default function NewDepartmentPage(): ReactElement {
  const navigate = useNavigate();
  return (
    <SubjectContext value={department}>
      <PageFrame title="New department">
        <Wizard
          endpoint={departmentAdd}
          title="New department"
          action={() => 'Add the department'}
          initial={{ parentId: rootDepartmentId, kind: 'department', managerIds: [], deputyIds: [] }}
          steps={[
            {
              key: 'name',
              title: 'Name',
              hint: 'What it is called and what it is.',
              fields: (
                <>
                  <F.name as="local" />
                  <F.code />
                  <F.kind as="radio" />
                </>
              ),
            },
            {
              key: 'contact',
              title: 'Contact',
              fields: (
                <>
                  <F.phone />
                  <F.email />
                  <F.description />
                </>
              ),
            },
          ]}
          invalidates={[departmentList]}
          onDone={({ id }) => void navigate(`/kit_crud?id=${id}`)}
          onCancel={() => void navigate('/kit_crud')}
        />
      </PageFrame>
    </SubjectContext>
  );
}
