import { Alert, Button, Drawer, Form } from 'antd';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Issue } from '#kit/common/codes.ts';
import { roleDraft } from '#kit/common/role/role.schema.ts';
import { memberKinds } from '#kit/common/role/role-range.ts';
import { OffButton } from '../action/off-button.tsx';
import { useMay } from '../action/use-may.ts';
import { keepInFirst } from '../form/keep-in-first.ts';
import { EntityForm } from '../form/entity-form.tsx';
import { defaultValues, wireValues, type FormValues } from '../form/form-values.ts';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { SubjectContext } from '../page/subject.ts';
import { useNarrow } from '../page/use-narrow.ts';
import { WaitingForm } from '../states/waiting.tsx';
import { StepList } from '../wizard/step-list.tsx';
import '../wizard/wizard.css';
import { GrantMatrix } from './grant-matrix.tsx';
import { isComplete, RangeEditor } from './range-editor.tsx';
import { useHoldingArea, useRoleArea, type HoldingArea, type RoleArea } from './role-area.ts';
import { codeFrom, NewRoleFields } from './role-form.tsx';
import './roles.css';
import { Who } from './role-wizard-who.tsx';
import { useRoleMaking, type RoleStep, type RoleRequest } from './use-role-making.ts';

interface RoleWizardProps {
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** Where one looks for a page in the matrix. */
const searchField = '.whk-role-wizard .whk-filters input';

const none: readonly Issue[] = [];
const nobody: RoleRequest['members'] = { employee: [], department: [], crowd: [] };

/** A new role in a few steps: its name, what it may do, where, and who gets it. */
export function RoleWizard({ onSaved, onClose }: RoleWizardProps): ReactElement {
  const t = useT('kit');
  const area = useHoldingArea();
  const narrow = useNarrow();
  const [touched, setTouched] = useState(false);
  const leave = useLeaveGuard(touched);
  return (
    <Drawer
      open
      title={t('grant.wizard')}
      size={narrow ? '100%' : 860}
      onClose={() => leave(onClose)}
      mask={{ closable: !touched }}
      closable={{ 'aria-label': t('form.close') }}
      className="whk-drawer whk-role-wizard"
    >
      <SubjectContext value={area.subject}>
        <WizardBody
          onTouched={() => setTouched(true)}
          onSettled={() => setTouched(false)}
          onSaved={onSaved}
          onClose={onClose}
          onCancel={() => leave(onClose)}
        />
      </SubjectContext>
    </Drawer>
  );
}

/** The steps that the caller may do. */
function useStepsOf(area: HoldingArea | RoleArea): readonly RoleStep[] {
  const may = useMay();
  const { contract } = area;
  const assigns = [contract.assignEmployees, contract.assignDepartments, contract.assignCrowds].some((one) => may(one));
  const rights = 'rights' in area ? area.contract : undefined;
  const reads = may(rights?.resources);
  const grants = reads && may(rights?.saveResources);
  const places = reads && may(rights?.saveRanges);
  return ['name', ...(grants ? ['what' as const] : []), ...(places ? ['where' as const] : []), ...(assigns ? ['who' as const] : [])];
}

interface BodyProps extends RoleWizardProps {
  onTouched: () => void;
  /** All is saved. */
  onSettled: () => void;
  onCancel: () => void;
}

/** The steps by screens: a name and what it may do, then where and who, so that a role is made with one "Next". */
const screensOf = (steps: readonly RoleStep[]): readonly (readonly RoleStep[])[] =>
  [steps.filter((step) => step === 'name' || step === 'what'), steps.filter((step) => step === 'where' || step === 'who')].filter(
    (screen) => screen.length > 0,
  );

/** The steps of a new role and what was entered so far. */
function useWizard({ onTouched, onSettled, onSaved, onClose }: Omit<BodyProps, 'onCancel'>) {
  const area = useHoldingArea();
  const steps = useStepsOf(area);
  const screens = screensOf(steps);
  const [form] = Form.useForm<FormValues>();
  const proposed = useRef('');
  const [at, setAt] = useState(0);
  const [reached, setReached] = useState(0);
  const [initial] = useState<FormValues>(() => ({ ...defaultValues(roleDraft), ...area.more?.values }));
  const [request, setRequest] = useState<RoleRequest>({
    draft: {},
    codes: [],
    range: { kind: 'ownDeptAndBelow', ids: [] },
    members: nobody,
    until: null,
  });
  const { make, saving, refused, stands } = useRoleMaking((id) => {
    onClose();
    if (id !== undefined) onSaved(id);
  }, onSettled);
  useEffect(() => keepInFirst('.whk-drawer .whk-form'), []);
  useEffect(() => {
    if (refused !== undefined) setAt(screens.findIndex((screen) => screen.includes(refused.step)));
    // Only a refusal moves.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [refused]);
  const shown = screens[at] ?? steps;
  const isLast = at === screens.length - 1;
  const set = (part: Partial<RoleRequest>): void => {
    onTouched();
    setRequest((now) => ({ ...now, ...part }));
  };
  // A code made of the name, as long as nobody writes one.
  const propose = (values: FormValues): void => {
    if ((values['code'] ?? '') !== proposed.current) return;
    proposed.current = codeFrom(String(values['name'] ?? ''));
    form.setFieldValue('code', proposed.current);
  };
  const draftNow = (): object => ({ ...wireValues(roleDraft, form.getFieldsValue(true) as FormValues) });
  const go = (to: number): void => {
    setReached(Math.max(reached, to));
    setAt(to);
  };
  const pass = (): void => {
    const draft = draftNow();
    setRequest((now) => ({ ...now, draft }));
    if (isLast) void make({ ...request, draft }, steps);
    else go(at + 1);
  };
  const given = memberKinds.some((kind) => request.members[kind].length > 0);
  return {
    form,
    initial,
    steps,
    screens,
    shown,
    at,
    reached,
    isLast,
    request,
    refused,
    stands,
    saving,
    given,
    set,
    show: setAt,
    pass,
    propose,
  };
}

function WizardBody({ onTouched, onSettled, onSaved, onClose, onCancel }: BodyProps): ReactElement {
  const t = useT('kit');
  const wizard = useWizard({ onTouched, onSettled, onSaved, onClose });
  const { form, shown, at, isLast, request, refused, stands, set, pass } = wizard;
  const named = shown.includes('name');
  // Enter in a field goes to what stands below it; the button goes on.
  const byButton = useRef(false);
  const next = (): void => {
    byButton.current = true;
    form.submit();
  };
  const submitted = (): void => {
    const search = shown.includes('what') && !byButton.current ? document.querySelector<HTMLElement>(searchField) : null;
    byButton.current = false;
    if (search) search.focus();
    else pass();
  };
  useHeardStep(at);
  const open = shown.includes('where') && !isComplete(request.range);
  return (
    <>
      <StepList
        names={wizard.screens.map((screen) => screen.map((one) => t(`grant.step.${one}`)).join(' · '))}
        at={at}
        reached={wizard.reached}
        onGo={wizard.show}
      />
      {refused !== undefined && refused.step !== 'name' && (
        <Alert
          type="error"
          role="alert"
          title={t('grant.half', { step: t(`grant.step.${refused.step}`) })}
          description={refused.issues.map(({ message }) => message).join(' ')}
        />
      )}
      <section hidden={!named}>
        <StepHint step="name" />
        <EntityForm
          form={form}
          initial={wizard.initial}
          issues={refused?.step === 'name' ? refused.issues : none}
          disabled={stands}
          onSubmit={submitted}
          onChange={(values) => {
            byButton.current = false;
            onTouched();
            wizard.propose(values);
          }}
        >
          <NewRoleFields />
          {/* Enter goes on: a form of several fields is only sent by it where it has a button of its own. */}
          <button type="submit" hidden aria-label={t('wizard.next')} />
        </EntityForm>
      </section>
      {shown
        .filter((step) => step !== 'name')
        .map((step) => (
          <section key={step} aria-label={t(`grant.step.${step}`)}>
            <StepHint step={step} />
            {step === 'what' && <What codes={request.codes} onChange={(codes) => set({ codes })} />}
            {step === 'where' && <RangeEditor range={request.range} onChange={(range) => set({ range })} />}
            {step === 'who' && <Who request={request} onChange={set} rights={wizard.steps.includes('what')} />}
          </section>
        ))}
      <div className="whk-drawer-foot whk-form-foot">
        <span />
        <Button onClick={onCancel}>{t('form.cancel')}</Button>
        {at > 0 && <Button onClick={() => wizard.show(at - 1)}>{t('wizard.back')}</Button>}
        <OffButton type="primary" loading={wizard.saving} off={open && 'departments'} onClick={() => (named && !stands ? next() : pass())}>
          {refused !== undefined && isLast
            ? t('grant.retry')
            : isLast
              ? t(wizard.given ? 'grant.createFor' : 'grant.create')
              : t('wizard.next')}
        </OffButton>
      </div>
    </>
  );
}

/** Another screen is heard, and the cursor goes on from its beginning. */
function useHeardStep(at: number): void {
  const before = useRef(at);
  useEffect(() => {
    if (before.current !== at) document.querySelector<HTMLElement>('.whk-role-wizard section:not([hidden]) > .whk-role-hint')?.focus();
    before.current = at;
  }, [at]);
}

/** What a step asks, above its fields. */
function StepHint({ step }: { step: RoleStep }): ReactElement {
  const t = useT('kit');
  return (
    <h3 className="whk-role-hint" tabIndex={-1}>
      {t(`grant.step.${step}`)} <small>{t(`grant.hint.${step}`)}</small>
    </h3>
  );
}

function What({ codes, onChange }: { codes: readonly string[]; onChange: (codes: string[]) => void }): ReactElement {
  const { tree } = useRoleArea();
  const nodes = useRead(tree, {});
  if (!nodes.data) return <WaitingForm lines={8} />;
  return <GrantMatrix nodes={nodes.data.nodes} held={codes} onChange={onChange} />;
}
