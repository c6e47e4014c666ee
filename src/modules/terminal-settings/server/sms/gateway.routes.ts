import { randomInt } from 'node:crypto';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { maskMobile } from '#modules/people/server/public.ts';
import * as contract from '../../common/sms.contract.ts';
import { assertWholeSite } from '../whole-site.ts';
import { gatewayView, readGateway, saveGateway } from './gateway.service.ts';
import { post } from './send.ts';

/** Operations on the gateway of messages to phones. */
export const gatewayRoutes: readonly BoundRoute[] = [
  handle(contract.smsGatewayGet, (call) => {
    assertWholeSite(call.caller);
    return gatewayView(call.db, call.services.now());
  }),
  handle(contract.smsGatewaySave, (call, input) =>
    call.write(async (tx) => {
      await saveGateway(tx, call, input);
      return gatewayView(tx, call.services.now());
    }),
  ),
  handle(contract.smsGatewayTest, async (call, { number }) => {
    const { caller, services } = call;
    assertWholeSite(caller);
    const gateway = await readGateway(call.db);
    // Not a code of anything: six digits as they would look.
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const result = await post(services, gateway, { number, code });
    await call.write(async () => {
      caller.touch({ kind: 'smsGateway', id: gateway.id, name: gateway.url });
      caller.note({ number: maskMobile(number), ...result });
    });
    return result;
  }),
];
