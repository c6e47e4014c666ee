import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/authenticate.contract.ts';
import { policyView, simulateRules, updatePolicy } from './authenticate.service.ts';

/** Operations on the policy of signing in. */
export const authenticateRoutes: readonly BoundRoute[] = [
  handle(contract.getAuthenticate, (call) => policyView(call, call.db)),
  handle(contract.updateAuthenticate, (call, input) => updatePolicy(call, input)),
  handle(contract.addressRuleSimulate, (call, input) => simulateRules(call, input)),
];
