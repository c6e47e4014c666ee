import { Button, Drawer, Form } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Issue } from '#kit/common/codes.ts';
import { EntityForm } from '#kit/console/form/entity-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { wireValues, type FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { navEntry, type NavEntry } from '../../common/nav.contract.ts';
import { navSubject } from '../subjects.ts';
import { AudienceInput } from './audience-input.tsx';
import { IconInput } from './icon-input.tsx';

const F = fieldsOf(navEntry);
const empty: FormValues = {
  code: '',
  target: 'url',
  url: null,
  badge: 'none',
  audience: [],
  landing: false,
  lock: false,
  enabled: true,
  icon: null,
  selectedIcon: null,
};

interface EntryDrawerProps {
  /** The one that is edited; a new one without it. */
  entry?: NavEntry;
  icons: Readonly<Record<string, string>>;
  /** Codes of the others. */
  taken: readonly string[];
  readOnly: boolean;
  onDone: (entry: NavEntry) => void;
  onClose: () => void;
}

/** One entry of the draft; it is kept when the draft is saved. */
export function EntryDrawer({ entry, icons, taken, readOnly, onDone, onClose }: EntryDrawerProps): ReactElement {
  const t = useT('terminal-settings');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [form] = Form.useForm<FormValues>();
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [values, setValues] = useState<FormValues>(entry ? { ...entry } : empty);
  const submit = async (): Promise<void> => {
    if (!(await form.validateFields().catch(() => undefined))) return;
    const request = navEntry.safeParse(wireValues(navEntry, { ...(form.getFieldsValue(true) as FormValues) }));
    if (!request.success) return setIssues(request.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    const { code, target, url } = request.data;
    if (taken.includes(code)) return setIssues([{ path: 'code', message: t('issue.codeTwice') }]);
    if (target === 'url' && url === null) return setIssues([{ path: 'url', message: t('issue.noUrl') }]);
    onDone({ ...request.data, url: target === 'url' ? url : null });
    onClose();
  };
  const isMe = entry?.target === 'me';
  return (
    <SubjectContext value={navSubject}>
      <Drawer
        open
        size={narrow ? '100%' : 560}
        title={entry ? t('nav.edit') : t('nav.add')}
        closable={{ 'aria-label': kit('form.close') }}
        className="whk-drawer"
        onClose={onClose}
      >
        <EntityForm
          form={form}
          initial={entry ? { ...entry } : empty}
          disabled={readOnly}
          issues={issues}
          onSubmit={() => void submit()}
          onChange={setValues}
        >
          <F.name as="local" wide help={t('nav.nameHint')} />
          <F.code help={t('nav.codeHint')} />
          <F.target disabled={isMe} />
          {values['target'] === 'url' && <F.url wide help={t('nav.urlHint')} />}
          <F.icon help={t('nav.iconHint')}>
            <IconInput label={t('field.icon')} icons={icons} />
          </F.icon>
          <F.selectedIcon>
            <IconInput label={t('nav.field.selectedIcon')} icons={icons} />
          </F.selectedIcon>
          <F.badge />
          {!isMe && (
            <F.audience wide help={t('audience.everyone')}>
              <AudienceInput />
            </F.audience>
          )}
          <F.landing help={t('nav.landingHint')} />
          <F.lock help={t('nav.lockHint')} />
          {!isMe && <F.enabled />}
        </EntityForm>
        {!readOnly && (
          <div className="whk-drawer-foot whk-form-foot">
            <span className="ts-soft">{t('nav.keptLater')}</span>
            <Button onClick={onClose}>{kit('form.cancel')}</Button>
            <Button type="primary" onClick={() => void submit()}>
              {t('nav.take')}
            </Button>
          </div>
        )}
      </Drawer>
    </SubjectContext>
  );
}
