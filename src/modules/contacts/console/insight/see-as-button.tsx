import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { contactAuth, personDetail, roleUserPage } from '../../common/permissions.ts';
import type { Requested } from '../components/rule-impact.tsx';

const SeeAsDrawer = later('contact-see-as', async () => (await import('./see-as-drawer.tsx')).SeeAsDrawer);

/** Codes of which one lets somebody look at the directory as another. */
export const previewCodes: readonly string[] = [contactAuth.button.preview, personDetail.button.preview, roleUserPage.button.preview];

interface SeeAsButtonProps {
  code?: string | readonly string[];
  /** A change that is not saved yet, to be seen as if it were. */
  request?: Requested;
}

/** Opens the directory as somebody sees it. */
export function SeeAsButton({ code = previewCodes, request }: SeeAsButtonProps): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Permit code={code}>
        {(name) => (
          <Button icon={<EyeOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
            {name}
          </Button>
        )}
      </Permit>
      {open && <SeeAsDrawer {...(request && { request })} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The directory as the person sees it whom the address names (`view=as&empId=`), so that other pages can link to it. */
export function SeeAsAtAddress(): ReactElement | null {
  const [search, setSearch] = useSearchParams();
  if (search.get('view') !== 'as') return null;
  const put = (name: string, value: string | undefined): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        if (name === 'view') next.delete('empId');
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <Permit code={previewCodes}>
      <SeeAsDrawer empId={search.get('empId') ?? undefined} onPerson={(id) => put('empId', id)} onClose={() => put('view', undefined)} />
    </Permit>
  );
}
