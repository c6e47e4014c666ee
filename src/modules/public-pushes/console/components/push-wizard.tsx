import { useState, type ReactElement } from 'react';
import type { Input, Reply } from '#kit/common/contract.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useRead } from '#kit/console/page/query.ts';
import { Wizard } from '#kit/console/wizard/wizard.tsx';
import { ContentPicker } from '#modules/public-content/console/public.ts';
import { pushAudience, type PushAudience } from '../../common/audience.ts';
import { pushGet, pushPreview } from '../../common/push.contract.ts';
import { contentKinds } from '../../common/words.ts';
import { pushSubject } from '../subjects.ts';
import { AudienceField } from './audience-field.tsx';
import { PushCheck } from './push-check.tsx';

const F = fieldsOf(pushPreview.input);

interface PushWizardProps {
  snoId: string;
  /** `kind:id` of the content that it begins with, or `copy:id` of a push; empty: nothing yet. */
  content: string | null;
  tags: readonly string[];
  onClose: () => void;
  onDone: (id: string) => void;
}

/** A new push: content, audience, time; then everything is looked at once more, and sent. */
export function PushWizard(props: PushWizardProps): ReactElement {
  const [word, id] = (props.content ?? '').split(':');
  return word === 'copy' && id ? <Copied {...props} pushId={id} /> : <WizardOf {...props} initial={initialOf(props)} />;
}

function Copied({ pushId, ...props }: PushWizardProps & { pushId: string }): ReactElement | null {
  const { data } = useRead(pushGet, { id: pushId });
  if (!data) return null;
  const initial = { ...initialOf(props), content: { kind: data.kind, id: data.contentId }, audience: data.audience };
  return <WizardOf {...props} initial={initial} />;
}

function initialOf({ snoId, content, tags }: PushWizardProps): FormValues {
  const [word, id] = (content ?? '').split(':');
  const kind = contentKinds.find((one) => one === word);
  return {
    snoId,
    content: kind && id ? { kind, id } : null,
    audience: pushAudience.parse(tags.length > 0 ? { tags: { any: [...tags] } } : { all: true }),
    planAt: null,
    zoneMode: 'site',
    urgent: false,
    ignoreCap: false,
    reason: '',
  };
}

type Shown = Reply<typeof pushPreview>;

function WizardOf({ snoId, initial, onClose, onDone }: PushWizardProps & { initial: FormValues }): ReactElement {
  const t = useT('public-pushes');
  const [shown, setShown] = useState<Shown>();
  return (
    <SubjectContext value={pushSubject}>
      <Wizard
        endpoint={pushPreview}
        title={t('push.new')}
        action={() => t('wizard.check')}
        initial={initial}
        input={(values) => ({ ...initial, ...values, snoId }) as Input<typeof pushPreview>}
        steps={[
          {
            key: 'content',
            title: t('wizard.content'),
            hint: t('wizard.contentHint'),
            fields: (
              <F.content wide>
                <ContentPicker snoId={snoId} />
              </F.content>
            ),
            review: () => <p>{t('wizard.contentChosen')}</p>,
          },
          {
            key: 'audience',
            title: t('wizard.audience'),
            hint: t('wizard.audienceHint'),
            fields: (
              <F.audience wide>
                <AudienceField snoId={snoId} />
              </F.audience>
            ),
            review: (values) => <AudienceWords audience={values['audience'] as PushAudience} />,
          },
          {
            key: 'when',
            title: t('wizard.when'),
            hint: t('wizard.whenHint'),
            fields: (
              <>
                <F.planAt as="time" help={t('push.planHelp')} />
                <F.zoneMode as="radio" />
                <F.urgent help={t('push.urgentHelp')} />
                <F.ignoreCap help={t('push.ignoreCapHelp')} />
                <F.reason as="area" help={t('push.reasonHelp')} />
              </>
            ),
          },
        ]}
        onDone={setShown}
        onCancel={onClose}
      />
      {shown && <PushCheck snoId={snoId} shown={shown} onClose={() => setShown(undefined)} onDone={onDone} />}
    </SubjectContext>
  );
}

/** An audience in a few words: how many of each kind. */
export function AudienceWords({ audience }: { audience: PushAudience }): ReactElement {
  const t = useT('public-pushes');
  const counts = [
    ['tagsAny', audience.tags.any.length],
    ['tagsAll', audience.tags.all.length],
    ['departments', audience.departments.length],
    ['crowds', audience.crowds.length],
    ['employees', audience.employees.length],
  ] as const;
  const who = audience.all ? [t('audience.all')] : counts.filter(([, n]) => n > 0).map(([name, n]) => `${t(`audience.${name}`)} (${n})`);
  const without = [
    ...(audience.tags.none.length > 0 ? [`${t('audience.tagsNone')} (${audience.tags.none.length})`] : []),
    ...(audience.exceptReadersOf === null ? [] : [t('audience.exceptReadersOf')]),
  ];
  return <p>{[...who, ...without].join(' · ') || t('audience.nobody')}</p>;
}
