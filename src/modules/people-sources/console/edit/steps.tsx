import { Button, Form } from 'antd';
import type { ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { sourceMappingSuggest } from '../../common/source-try.contract.ts';
import { sourceUpdate, type SourceDetail } from '../../common/source.contract.ts';
import { isPushed } from '../../common/source-kinds.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { AlarmForm } from './alarm-form.tsx';
import { ConfigItem } from './config-item.tsx';
import { FilterInput } from './filter-input.tsx';
import { HookPanel } from './hook-panel.tsx';
import { MappingInput } from './mapping-input.tsx';
import { PushPanel } from './push-panel.tsx';
import { StandardMapping } from './standard-mapping.tsx';
import { PartsInput } from './parts-input.tsx';
import { RehearsalPanel } from './rehearsal-panel.tsx';
import { SamplePanel } from './sample-panel.tsx';
import { SecretsField } from './secrets-input.tsx';
import { brakeParts, leaverParts, pushedBrakeParts, scheduleParts, scopeParts } from './source-parts.ts';
import { StepForm } from './step-form.tsx';
import { TestPanel } from './test-panel.tsx';
import { UploadPanel, type FileLook } from './upload-panel.tsx';
import type { SampleState } from './use-sample.ts';

const F = fieldsOf(sourceUpdate.input);

interface StepProps {
  source: SourceDetail;
}

interface ConnectionStepProps extends StepProps {
  look: FileLook | undefined;
  onLook: (look: FileLook) => void;
}

/** Where the source is, and by which secrets it is read. */
export function ConnectionStep({ source, look, onLook }: ConnectionStepProps): ReactElement {
  const t = useT('user-centre');
  const uploads = source.kind === 'file' && source.config['from'] === 'upload';
  return (
    <>
      <StepForm
        source={source}
        names={['name', 'rootDepartmentId', 'config']}
        more={{ secrets: {} }}
        below={(values) => (
          <>
            {uploads && <UploadPanel source={source} look={look} onLook={onLook} />}
            {isPushed(source.kind) ? <PushPanel id={source.id} /> : <TestPanel id={source.id} values={values} />}
            {source.kind === 'http' && <HookPanel source={source} />}
          </>
        )}
      >
        {(editor) => (
          <>
            <F.name />
            <F.rootDepartmentId help={t('source.rootHelp')}>
              <DepartmentPicker />
            </F.rootDepartmentId>
            <h3>{t('source.field.config')}</h3>
            <ConfigItem kind={source.kind} issues={editor.issues} />
            <SecretsField kind={source.kind} config={editor.values['config']} stored={source.secretsSet} />
          </>
        )}
      </StepForm>
    </>
  );
}

interface SampleStepProps extends StepProps {
  sample: SampleState;
}

/** What is read, and what of it is taken. */
export function ScopeStep({ source, sample }: SampleStepProps): ReactElement {
  const t = useT('user-centre');
  if (isPushed(source.kind))
    return (
      <StepForm source={source} names={['delivers']}>
        {() => <F.delivers as="checks" wide help={t('source.push.deliversHelp')} />}
      </StepForm>
    );
  return (
    <StepForm source={source} names={['delivers', 'scope']} below={() => <SamplePanel sample={sample} />}>
      {() => (
        <>
          <F.delivers as="checks" wide help={t('source.deliversHelp')} />
          <Form.Item name="scope" className="whk-full">
            <PartsInput parts={scopeParts} words="source.scope" />
          </Form.Item>
          <Form.Item name="scope" className="whk-full">
            <FilterInput seen={sample.data?.attributes ?? []} />
          </Form.Item>
        </>
      )}
    </StepForm>
  );
}

/** Attribute mapping of the fields. */
export function MappingStep({ source, sample }: SampleStepProps): ReactElement {
  const t = useT('user-centre');
  const seen = sample.data?.attributes ?? [];
  const pushed = isPushed(source.kind);
  return (
    <StepForm
      source={source}
      names={['mapping']}
      below={(values) => (
        <>
          {!pushed && <SamplePanel sample={sample} />}
          {pushed && (values['mapping'] as SourceDetail['mapping']).length === 0 && <StandardMapping id={source.id} />}
          {(!pushed || source.lastRun) && (
            <RehearsalPanel source={source} sample={sample} mapping={values['mapping'] as SourceDetail['mapping']} />
          )}
        </>
      )}
    >
      {(editor) => (
        <>
          <div className="whk-full so-suggest">
            <Permit code={sourcePage.button.test}>
              {() => (
                <Button
                  loading={sample.running}
                  onClick={() => {
                    void suggested(source, sample).then((rows) => {
                      if (!rows) return;
                      editor.form.setFieldValue('mapping', rows);
                      editor.onChange(editor.form.getFieldsValue(true));
                    });
                  }}
                >
                  {t(pushed ? 'source.push.takeStandard' : 'source.mapping.suggest')}
                </Button>
              )}
            </Permit>
            <span>{t(pushed ? 'source.push.mappingHelp' : 'source.mapping.help')}</span>
          </div>
          <Form.Item name="mapping" className="whk-full">
            <MappingInput of="employee" seen={seen} />
          </Form.Item>
          <Form.Item name="mapping" className="whk-full">
            <MappingInput of="department" seen={seen} />
          </Form.Item>
        </>
      )}
    </StepForm>
  );
}

/** Rows for what the sample shows; of fields that are mapped already the rows stay. */
async function suggested(source: SourceDetail, sample: SampleState): Promise<SourceDetail['mapping'] | undefined> {
  const attributes = isPushed(source.kind) ? [] : (sample.data ?? (await sample.read()))?.attributes.map(({ of, name }) => ({ of, name }));
  if (!attributes) return undefined;
  const { rows } = await call(sourceMappingSuggest, { id: source.id, attributes });
  const known = new Set(source.mapping.map(({ of, target }) => `${of} ${target}`));
  return [...source.mapping, ...rows.filter(({ of, target }) => !known.has(`${of} ${target}`))];
}

/** Who is who, and what becomes of those who are gone. */
export function LifeStep({ source }: StepProps): ReactElement {
  const t = useT('user-centre');
  const names = [
    'matching',
    'matchEverywhere',
    'leaverPolicy',
    'deptPolicy',
    'createDepartments',
    'unknownDepartment',
    'initialPassword',
    'priority',
  ] as const;
  return (
    <StepForm source={source} names={names}>
      {() => (
        <>
          <F.matching as="checks" wide help={t('source.matchingHelp')} />
          <F.matchEverywhere as="switch" help={t('source.matchEverywhereHelp')} />
          <F.initialPassword as="select" />
          <h3>{t('source.section.gone')}</h3>
          <Form.Item name="leaverPolicy" className="whk-full">
            <PartsInput parts={leaverParts} words="source.leaver" />
          </Form.Item>
          <F.deptPolicy as="select" />
          <h3>{t('source.section.departments')}</h3>
          <F.createDepartments as="switch" />
          <F.unknownDepartment as="select" />
          <F.priority help={t('source.priorityHelp')} />
        </>
      )}
    </StepForm>
  );
}

/** When a plan waits for somebody. */
export function SafetyStep({ source }: StepProps): ReactElement {
  const t = useT('user-centre');
  if (isPushed(source.kind))
    return (
      <StepForm source={source} names={['brake']}>
        {() => (
          <>
            <p className="whk-full so-soft">{t('source.push.brakeHelp')}</p>
            <Form.Item name="brake" className="whk-full">
              <PartsInput parts={pushedBrakeParts} words="source.brakeRule" />
            </Form.Item>
          </>
        )}
      </StepForm>
    );
  return (
    <StepForm source={source} names={['brake', 'applyMode']}>
      {() => (
        <>
          <F.applyMode as="radio" wide help={t('source.applyModeHelp')} />
          <h3>{t('source.field.brake')}</h3>
          <p className="whk-full so-soft">{t('source.brakeHelp')}</p>
          <Form.Item name="brake" className="whk-full">
            <PartsInput parts={brakeParts} words="source.brakeRule" />
          </Form.Item>
        </>
      )}
    </StepForm>
  );
}

/** When it runs, and who is told. */
export function ScheduleStep({ source }: StepProps): ReactElement {
  const t = useT('user-centre');
  if (isPushed(source.kind)) return <AlarmForm id={source.id} />;
  return (
    <>
      <StepForm source={source} names={['schedule', 'lateAfter']}>
        {() => (
          <>
            <Form.Item name="schedule" className="whk-full">
              <PartsInput parts={scheduleParts} words="source.schedule" />
            </Form.Item>
            <F.lateAfter help={t('source.lateHelp')} />
          </>
        )}
      </StepForm>
      <AlarmForm id={source.id} />
    </>
  );
}
