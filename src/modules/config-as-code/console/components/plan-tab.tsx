import type { ReactElement } from 'react';
import { useGo } from '../use-go.ts';
import { PlanBegin } from './plan-begin.tsx';
import { PlanShown } from './plan-shown.tsx';

/** The plan in the address, or the form that makes one. */
export function PlanTab(): ReactElement {
  const { at, go } = useGo();
  const planId = at.get('plan');
  if (planId !== null) return <PlanShown key={planId} id={planId} onOther={() => go({ tab: 'plan' })} />;
  const bundleId = at.get('bundle');
  const bundle = bundleId === null ? undefined : { id: bundleId, name: at.get('name') ?? '' };
  return <PlanBegin key={bundleId} {...(bundle && { bundle })} onPlan={(plan) => go({ tab: 'plan', plan })} />;
}
