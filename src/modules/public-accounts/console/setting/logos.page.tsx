import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { pick } from '#kit/common/language.ts';
import { account } from '../../common/account.contract.ts';
import { logo, logoRole, logoSetDefault } from '../../common/logo.contract.ts';
import { logoPage } from '../../common/permissions.ts';
import { logoSubject } from '../subjects.ts';
import { FixedAccount } from './fixed-account.tsx';
import { LogoInput } from './logo-input.tsx';
import { useAccountId } from './setting-path.ts';
import '../accounts.css';

const F = entityFields(logo);
// A new one is named by the account of the page, which no form asks for.
const { add: _add, ...stored } = logo;

/** Logos of an account: one is the standard one, others are shown to whom the rules name. */
export default function LogosPage(): ReactElement {
  const snoId = useAccountId();
  const [adding, setAdding] = useState(false);
  return (
    <FixedAccount id={snoId}>
      <CrudPanel
        entity={stored}
        columns={[
          'name',
          { name: 'light', sortable: false, cell: ({ light }) => <img className="sno-logo-small" src={light} alt="" /> },
          {
            name: 'dark',
            sortable: false,
            cell: ({ dark }) => (dark === null ? '—' : <img className="sno-logo-small sno-dark" src={dark} alt="" />),
          },
          { name: 'standard', as: 'enum', sortable: false },
          { name: 'people', as: 'number', sortable: false },
          { name: 'updatedAt', as: 'time' },
        ]}
        filters={() => (
          <Permit code={logoPage.button.add}>
            {(name) => (
              <Button type="primary" onClick={() => setAdding(true)}>
                {name}
              </Button>
            )}
          </Permit>
        )}
        facts={(object) => <Shown snoId={snoId} light={object.light} dark={object.dark ?? object.light} />}
        rowActions={(row) =>
          row.standard ? null : (
            <ActionButton
              endpoint={logoSetDefault}
              type="text"
              names={[row.name]}
              input={{ id: row.id }}
              invalidates={[logo.list, logoRole.list, account.list, account.get]}
            />
          )
        }
        form={(object) => (
          <>
            <F.name />
            <F.fileId wide>
              <LogoInput stored={object && { fileId: object.fileId, address: object.light }} />
            </F.fileId>
            <F.darkFileId wide>
              <LogoInput optional stored={object && { fileId: object.darkFileId, address: object.dark }} />
            </F.darkFileId>
          </>
        )}
      />
      {adding && <AddLogo snoId={snoId} onClose={() => setAdding(false)} />}
    </FixedAccount>
  );
}

function AddLogo({ snoId, onClose }: { snoId: string; onClose: () => void }): ReactElement {
  return (
    <SubjectContext value={logoSubject}>
      <FormDialog
        endpoint={logo.add}
        initial={{ snoId, name: '', fileId: null, darkFileId: null }}
        invalidates={[logo.list, account.list, account.get]}
        onClose={onClose}
      >
        <F.name />
        <F.fileId wide>
          <LogoInput />
        </F.fileId>
        <F.darkFileId wide>
          <LogoInput optional />
        </F.darkFileId>
      </FormDialog>
    </SubjectContext>
  );
}

/** How a logo looks where terminals show it: as a row of the list, at the head of the chat, in a notice; light and dark. */
function Shown({ snoId, light, dark }: { snoId: string; light: string; dark: string }): ReactElement {
  const t = useT('public-accounts');
  const [language] = useLanguage();
  const { data } = useRead(account.get, { id: snoId });
  const name = data ? pick(data.name, language) : '';
  return (
    <section aria-label={t('logo.shown')} className="sno-shown">
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className={`sno-shown-theme sno-${theme}`}>
          {(['listRow', 'chatHeader', 'notice'] as const).map((place) => (
            <figure key={place} className={`sno-shown-${place}`}>
              <span className="sno-shown-box">
                <img src={theme === 'light' ? light : dark} alt="" />
                <span>{name}</span>
              </span>
              <figcaption>{t(`logo.${place}`)}</figcaption>
            </figure>
          ))}
        </div>
      ))}
    </section>
  );
}
